/// Attribute delimiters.
extension Attack {
  static let attributeDelimiters = [
    Attack("an event attribute", "<b onclick=alert(1)>x</b>", "<b>x</b>"),
    Attack("a quoted event attribute", #"<b onclick="alert(1)">x</b>"#, "<b>x</b>"),
    Attack("a slash between attributes", "<b/onclick=alert(1)/x>x</b>", "<b>x</b>"),
    Attack("a form feed between attributes", "<b\u{C}onclick=alert(1)>x</b>", "<b>x</b>"),
    Attack("a vertical tab in a name", "<b\u{B}onclick=alert(1)>x", "x"),
    Attack(
      "a grave accent as a quote",
      "<a title=`x` onclick=alert(1) `>x</a>",
      #"<a title="`x`">x</a>"#),
    Attack(
      "a quote within an unquoted value",
      #"<a title=x"onclick=alert(1)>x</a>"#,
      #"<a title="x&quot;onclick=alert(1)">x</a>"#),
    Attack("two quotes before a name", #"<a title="x""onclick=alert(1)>x</a>"#, #"<a title="x">x</a>"#),
    Attack("an equals sign that begins a name", #"<a =title="x"onclick=alert(1)>x</a>"#, "<a>x</a>"),
    Attack("an attribute named like the end of a tag", "<b </b onclick=alert(1)>x", "<b>x</b>"),
    Attack("a less-than sign in a name", "<b <script>alert(1)</script>x", "<b>alert(1)x</b>"),
    Attack(
      "an attribute given twice",
      #"<a href="http://x.example/" href="javascript:alert(1)">x</a>"#,
      #"<a href="http://x.example/" REL>x</a>"#),
    Attack(
      "an attribute given twice, the bad one first",
      #"<a href="javascript:alert(1)" href="http://x.example/">x</a>"#,
      "<a>x</a>"),
    Attack(
      "an attribute given twice in two cases",
      #"<a HREF="javascript:alert(1)" href="http://x.example/">x</a>"#,
      "<a>x</a>"),
    Attack("a value without an end", #"a<a title="x>y</a><b>z</b>"#, "a"),
    Attack("a tag without an end", "a<b onclick=alert(1) ", "a"),
    Attack(
      "a greater-than sign in a quoted value",
      #"<a title=">" onclick=alert(1)>x</a>"#,
      #"<a title="&gt;">x</a>"#),
    Attack(
      "a value that is empty and unquoted",
      "<a title= onclick=alert(1)>x</a>",
      #"<a title="onclick=alert(1)">x</a>"#),
    Attack("a NUL in a name", "<b on\0click=alert(1)>x</b>", "<b>x</b>"),
    Attack("a NUL in the name of the element", "<scr\0ipt>alert(1)</scr\0ipt>b", "b"),
    Attack("attributes on an end tag", "<b>x</b onclick=alert(1) title='>'>y", "<b>x</b>'&gt;y"),
    Attack("a line end in a title", "<a title=\"x\ny\r\nz\">w</a>", "<a title=\"x\ny\nz\">w</a>"),
    Attack("a tab in a title", "<a title=\"x\ty\">w</a>", "<a title=\"x\ty\">w</a>"),
    Attack(
      "references in a title",
      #"<a title="&lt;b&gt;&amp;amp;&quot;&#39;&nbsp;">w</a>"#,
      #"<a title="&lt;b&gt;&amp;amp;&quot;'&nbsp;">w</a>"#),
  ]
}
