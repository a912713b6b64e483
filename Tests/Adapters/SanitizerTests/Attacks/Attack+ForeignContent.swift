/// SVG and MathML.
extension Attack {
  static let foreignContent = [
    Attack("an SVG that runs", "a<svg onload=alert(1)>x</svg>b", "ab"),
    Attack("an SVG that closes itself", "a<svg/onload=alert(1)>b", "a"),
    Attack("an SVG closed in its tag", "a<svg onload=alert(1) />b", "ab"),
    Attack("a script in an SVG", "a<svg><script>alert(1)</script></svg>b", "ab"),
    Attack(
      "a script in an SVG closed in its tag",
      "a<svg><script href='data:,alert(1)'/></svg>b",
      "ab"),
    Attack(
      "a style in an SVG is not raw text",
      "a<svg><style><img src=x onerror=alert(1)></style></svg>b",
      "ab"),
    Attack(
      "a title in an SVG is HTML again",
      "a<svg><title><style><img src=x onerror=alert(1)></style></title></svg>b",
      "ab"),
    Attack(
      "a desc that holds a style",
      #"a<svg><desc><style><a title="</style><img src=x onerror=alert(1)>"></style></desc></svg>"#
        + #"b"#,
      "ab"),
    Attack(
      "a foreign object",
      "a<svg><foreignObject><iframe src=javascript:alert(1)></iframe></foreignObject></svg>b",
      "ab"),
    Attack(
      "a paragraph leads out of an SVG",
      "a<svg><p><style><!--</style><img src=x onerror=alert(1)>-->b", "a"),
    Attack(
      "a paragraph's end leads out of an SVG",
      #"a<svg></p><style><g title="</style><img src=x onerror=alert(1)>">b"#, "a"),
    Attack(
      "a line break's end leads out of an SVG",
      #"a<svg></br><style><g title="</style><img src=x onerror=alert(1)>">b"#, "a"),
    Attack("a font leads out of an SVG", "a<svg><font color=red><b>x</b></font>b", "a"),
    Attack("a font without looks does not", "a<svg><font><g>x</g></font></svg>b", "ab"),
    Attack("a CDATA section in an SVG", "a<svg><![CDATA[<img src=x onerror=alert(1)>]]></svg>b", "ab"),
    Attack(
      "a CDATA section that ends an SVG",
      "a<svg><![CDATA[</svg><img src=x onerror=alert(1)>]]>x</svg>b",
      "ab"),
    Attack(
      "an animation of an address",
      "<svg><a><animate attributeName=href values=javascript:alert(1) /><text y=20>x</text></a></"
        + "svg>b",
      "b"),
    Attack("a set of an attribute", "<svg><set attributeName=onmouseover to=alert(1)></svg>b", "b"),
    Attack(
      "a use of an outside file",
      "<svg><use href='data:image/svg+xml,<svg id=x onload=alert(1)>#x'/></svg>b",
      "b"),
    Attack("an image in an SVG", "<svg><image href=x onerror=alert(1)></svg>b", "b"),
    Attack("a MathML link", "<math href='javascript:alert(1)'>x</math>b", "b"),
    Attack(
      "a MathML action",
      "<math><maction actiontype='statusline#http://x.example' xlink:href='javascript:alert(1)'>x"
        + "</maction></math>b",
      "b"),
    Attack("a style in MathML", "a<math><style><img src=x onerror=alert(1)></style></math>b", "ab"),
    Attack(
      "text integration in MathML",
      "a<math><mtext><table><mglyph><style><math><img src=x onerror=alert(1)></style></mglyph></t"
        + "able></mtext></math>b", "ab"),
    Attack(
      "a malignmark in MathML",
      #"a<math><mtext><malignmark><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ale"#
        + #"rt(1)&gt;"></math>b"#, "a"),
    Attack(
      "an annotation that is HTML",
      "a<math><annotation-xml encoding='text/html'><style><img src=x onerror=alert(1)></style></a"
        + "nnotation-xml></math>b",
      "ab"),
    Attack(
      "an annotation that is not HTML",
      "a<math><annotation-xml><style><img src=x onerror=alert(1)></style></annotation-xml></math>"
        + "b",
      "ab"),
    Attack(
      "an annotation whose encoding is a reference",
      "a<math><annotation-xml encoding='text&#47;html'><style></style><img src=x onerror=alert(1)"
        + "></annotation-xml></math>b",
      "ab"),
    Attack(
      "an SVG in an annotation",
      "a<math><annotation-xml><svg><style><img src=x onerror=alert(1)></style></svg></annotation-"
        + "xml></math>b",
      "ab"),
    Attack(
      "a form that moves into MathML",
      "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=alert(1)>b",
      ""),
    Attack("an SVG that never ends", "a<svg><g>x<circle onclick=alert(1)>", "a"),
    Attack("an SVG in a paragraph that ends", "<p>a<svg><g>x</p>b", "<p>a</p>b"),
    Attack(
      "a cell's end within an SVG",
      "<table><tr><td>a<svg><desc><td>x</td>b</table>c", "a<br>c"),
    Attack("a name of SVG outside of SVG", "<p>1<desc>2<p>3", "<p>12</p><p>3</p>"),
    Attack("a name of MathML outside of MathML", "<li>1<mtext>2<li>3", "<li>12</li><li>3</li>"),
    Attack(
      "a table beyond an SVG in a table",
      "<table><svg><foreignObject><select>1<table><tr><td>2", ""),
  ]
}
