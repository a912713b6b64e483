/// Invalid nesting.
extension Attack {
  static let nesting = [
    Attack("a block in formatting", "<b>1<p>2</p>3</b>", "<b>1</b><p>2</p>3"),
    Attack("formatting that overlaps", "<b>1<i>2</b>3</i>4", "<b>1<i>2</i></b>34"),
    Attack(
      "formatting that a paragraph's end cuts",
      "<p><b>1</p><p>2</b>3</p>", "<p><b>1</b></p><p>23</p>"),
    Attack("a span that a paragraph's end cuts", "<p><span>1</p>2", "<p><span>1</span></p>2"),
    Attack(
      "a block in a link",
      #"<a href="http://x.example/"><p>1</p><p>2</p></a>3"#,
      #"<p><a href="http://x.example/" REL>1</a></p><p><a href="http://x.example/" REL>2</a></p>"#
        + #"3"#),
    Attack(
      "a link in a link",
      #"<a href="http://a.example/">1<a href="http://b.example/">2</a>3</a>"#,
      #"<a href="http://a.example/" REL>1</a><a href="http://b.example/" REL>2</a>3"#),
    Attack(
      "a link in a link in a span",
      #"<a href="http://a.example/"><span>1<a href="http://b.example/">2</a></span></a>"#,
      #"<a href="http://a.example/" REL><span>1</span></a><span><a href="http://b.example/" REL>2</a></span>"#
    ),
    Attack("a list in a paragraph", "<p>1<ul><li>2</ul>3</p>", "<p>1</p><ul><li>2</li></ul>3"),
    Attack("items without a list", "<li>1<li>2", "<li>1</li><li>2</li>"),
    Attack(
      "an item in an item through a section",
      "<ul><li>1<section><li>2</section></ul>",
      "<ul><li>1</li><li>2</li></ul>"),
    Attack(
      "an item in an item through a list",
      "<ul><li>1<ul><li>2</ul><li>3</ul>",
      "<ul><li>1<ul><li>2</li></ul></li><li>3</li></ul>"),
    Attack(
      "a term in a term through a section",
      "<dl><dt>1<section><dd>2</section></dl>",
      "<dl><dt>1</dt><dd>2</dd></dl>"),
    Attack("a heading in a heading", "<h3>1<h4>2</h4>3</h3>", "<h3>1</h3><h4>2</h4>3"),
    Attack(
      "a heading in a heading through a section",
      "<h3>1<section><h4>2</h4></section>3</h3>",
      "<h3>1</h3><h4>2</h4>3"),
    Attack("a heading ended by another", "<h3>1</h5>2", "<h3>12</h3>"),
    Attack("a paragraph in a heading", "<h3><p>1</p></h3>2", "<h3></h3><p>1</p>2"),
    Attack(
      "a quotation in a paragraph",
      "<p>1<blockquote>2<p>3</blockquote>4",
      "<p>1</p><blockquote>2<p>3</p></blockquote>4"),
    Attack("a preformatted text in a paragraph", "<p>1<pre>2</pre>3", "<p>1</p><pre>2</pre>3"),
    Attack("a rule in a paragraph", "<p>1<hr>2", "<p>1</p>2"),
    Attack(
      "blocks that are left out stay apart",
      "<div>1</div><div>2</div><section><h1>3</h1>4</section>",
      "1<br>2<br>3<br>4"),
    Attack("cells stay apart", "<table><tr><td>1<td>2<tr><td>3</table>4", "1 2<br>3<br>4"),
    Attack(
      "many formatting elements",
      "<b><b><b><b><b><p>x</b></b></b></b></b>y", "<p>xy</p>"),
    Attack("end tags that nothing opened", "</b></a></ul></li></h3></span></x>x", "x"),
    Attack("an element left open", "<blockquote><p><b>x", "<blockquote><p><b>x</b></p></blockquote>"),
    Attack("white space alone in formatting", "a<b> </b>c<i>\n</i>", "a c\n"),
    Attack("empty elements", "<b></b><a href='http://x.example/'></a><span><i></i></span>x", "x"),
    Attack("void elements that close themselves", "a<br/>b<br />c<br></br>d", "a<br>b<br>c<br><br>d"),
    Attack("an element that closes itself and does not", "<b/>x<p/>y", "x<p></p>y"),
    Attack(
      "a link that a block's end cuts",
      #"<div><a href="http://x.example/">1</div>2</a>3"#, #"<a href="http://x.example/" REL>1</a><br>23"#),
    Attack(
      "a link that an unknown element's end cuts",
      #"<command>1<a href="http://x.example/">2</command>3</a>4"#,
      #"1<a href="http://x.example/" REL>2</a>34"#),
    Attack(
      "a link that begins in what is dropped",
      #"<audio>1<a href="http://x.example/">2</audio>3</a>4"#,
      "34"),
    Attack("a table in a table without cells", "<table><div>1<table><tr><td>2", "1<br>2"),
    Attack("a table in a select in a table", "<table><select>1<table><tr><td>2", ""),
    Attack("a table in a cell", "<table><tr><td>1<table><tr><td>2</table>3</table>4", "1<br>2<br>3<br>4"),
    Attack("a key generator in a select", "1<select><keygen>2</select>3", "13"),
    Attack("an input in a select", "1<select><input>2</select>3", "13"),
  ]
}
