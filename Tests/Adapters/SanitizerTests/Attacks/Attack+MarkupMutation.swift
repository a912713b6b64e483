/// Mutation: markup that changes when it is parsed again.
extension Attack {
  static let markupMutation = [
    Attack(
      "an attribute that closes a style reparsed as text",
      #"<p title="</style><img src=x onerror=alert(1)>">x</p>"#,
      "<p>x</p>"),
    Attack(
      "a title attribute holds markup",
      #"<a href="http://x.example/" title="<img src=x onerror=alert(1)>">x</a>"#,
      #"<a href="http://x.example/" title="&lt;img src=x onerror=alert(1)&gt;" REL>x</a>"#),
    Attack(
      "a title attribute holds its own end",
      #"<a title="&quot;><script>alert(1)</script>">x</a>"#,
      #"<a title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">x</a>"#),
    Attack("a listing begins with a line end", "<listing>\n<img src=x onerror=alert(1)></listing>", ""),
    Attack("a paragraph end makes a paragraph", "a</p><img src=x onerror=alert(1)>b", "a<br>b"),
    Attack(
      "a table throws out its content",
      "<table><a href='javascript:alert(1)'>x<tr><td>y</table>",
      "<a>x<br>y</a>"),
    Attack(
      "a form in a form through a table",
      "<form><div></form><form id=f><input name=action><img src=x onerror=alert(1)>x",
      "x"),
    Attack(
      "nested links through a table",
      #"<a href="http://a.example/">1<table><tr><td><a href="http://b.example/">2</a></td></tr><"#
        + #"/table>3</a>"#,
      #"<a href="http://a.example/" REL>1</a><br><a href="http://b.example/" REL>2</a><br>3"#),
    Attack(
      "nested links through an object",
      #"<a href="http://a.example/">1<marquee><a href="http://b.example/">2</a></marquee>3</a>"#,
      #"<a href="http://a.example/" REL>1</a><a href="http://b.example/" REL>2</a>3"#),
    Attack(
      "a paragraph in a paragraph through a button",
      "<p>1<button><p>2</button>3", "<p>1</p><p>2</p>3"),
    Attack(
      "a select hides what opens it",
      "<select><option><style></select><img src=x onerror=alert(1)></style>x", "x"),
    Attack("a select in a select", "<select><select><img src=x onerror=alert(1)>x", ""),
    Attack("an input ends a select", "<select><input onfocus=alert(1) autofocus>x", ""),
    Attack("a textarea ends a select", "<select><textarea></select><img src=x onerror=alert(1)>", ""),
    Attack("a template holds a script", "<template><script>alert(1)</script><p>x</template>y", "y"),
    Attack("a template that never ends", "a<template><p>x<img src=x onerror=alert(1)>", "a"),
    Attack(
      "a template in a table",
      "<table><template><tr><td><img src=x onerror=alert(1)></template><tr><td>x", ""),
    Attack(
      "the adoption agency moves a link",
      #"<a href="http://x.example/"><b><p>1</a>2</b>3"#, #"<p><a href="http://x.example/" REL>1</a></p>23"#),
    Attack(
      "the adoption agency runs out of rounds",
      "<b><p><p><p><p><p><p><p><p><p><p><p><p>x</b>y", String(repeating: "<p></p>", count: 11) + "<p>xy</p>"),
    Attack("an image by another name", "<image src=x onerror=alert(1)>x", "x"),
    Attack("an isindex", "<isindex type=image src=x onerror=alert(1)>x", "x"),
    Attack("a keygen", "<keygen autofocus onfocus=alert(1)>x", "x"),
    Attack("a preformatted text begins with line ends", "<pre>\n\n\nx</pre>", "<pre>x</pre>"),
    Attack(
      "a line end by reference begins a preformatted text",
      "<pre>&#10;&#10;x</pre>",
      "<pre>x</pre>"),
    Attack("a carriage return by reference", "a&#13;b<pre>&#13;x</pre>", "a\nb<pre>x</pre>"),
    Attack("ruby holds a script", "<ruby><rt><script>alert(1)</script>x</rt></ruby>", "x"),
    Attack(
      "a frameset takes over",
      "<frameset onload=alert(1)><frame src='javascript:alert(1)'></frameset>x",
      "x"),
    Attack("a body takes attributes late", "<p>a<body onload=alert(1)>b", "<p>a</p>b"),
    Attack("an html tag takes attributes late", "<p>a<html onclick=alert(1)>b", "<p>ab</p>"),
    Attack("end tags before everything", "</div></body></html><script>alert(1)</script>x", "x"),
    Attack(
      "an option hides an end tag",
      "<option></select><img src=x onerror=alert(1)>x</option>",
      "x"),
    Attack(
      "a caption lets formatting out",
      "<b><table><caption><i>x</b>y</caption></table>z", "<b><i>xy</i><br>z</b>"),
  ]
}
