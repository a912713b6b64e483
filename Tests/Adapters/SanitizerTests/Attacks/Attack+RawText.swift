/// Raw text elements.
extension Attack {
  static let rawText = [
    Attack("a script", "a<script>alert(1)</script>b", "ab"),
    Attack("a script in capitals", "a<SCRIPT>alert(1)</sCrIpT>b", "ab"),
    Attack("a script that never ends", "a<script>alert(1)", "a"),
    Attack("a script with a space in its end tag", "a<script>alert(1)</script >b", "ab"),
    Attack("a script end tag with attributes", "a<script>alert(1)</script x='>'>b", "a'&gt;b"),
    Attack("a script with a slash after its name", "a<script/src=//x.example/x.js></script>b", "ab"),
    Attack(
      "a script hidden in a script's comment",
      "a<script><!--<script>alert(1)</script>--></script>b",
      "ab"),
    Attack("a script's comment that ends at once", "a<script><!--><img src=x></script>b", "ab"),
    Attack(
      "a script end within a nested script",
      "a<script><!--<script></script><img src=x onerror=alert(1)>--></script>b",
      "ab"),
    Attack("two scripts made one", "a<scr<script></script>ipt>alert(1)</script>b", "aipt&gt;alert(1)b"),
    Attack("a style", "a<style>*{background:url(javascript:alert(1))}</style>b", "ab"),
    Attack("a style holds a script", "a<style><script>alert(1)</script></style>b", "ab"),
    Attack("a style with markup after its end", "a<style></style><img src=x onerror=alert(1)>b", "ab"),
    Attack(
      "a style in a comment in a style",
      "a<style><!--</style><img src=x onerror=alert(1)>-->b", "a"),
    Attack("a title", "a<title><img src=x onerror=alert(1)></title>b", "ab"),
    Attack(
      "a title whose end is written as a reference",
      "a<title>&lt;/title&gt;<img src=x onerror=alert(1)></title>b",
      "ab"),
    Attack("a textarea", "a<textarea><img src=x onerror=alert(1)></textarea>b", "ab"),
    Attack(
      "a textarea in an attribute",
      #"<p title="<textarea>">a<textarea>"></p><img src=x onerror=alert(1)></textarea>b"#, "<p>a</p>b"),
    Attack(
      "a noscript",
      #"a<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>b"#, "a"),
    Attack(
      "a noembed",
      #"a<noembed><p title="</noembed><img src=x onerror=alert(1)>"></noembed>b"#, "a"),
    Attack(
      "a noframes",
      #"a<noframes><p title="</noframes><img src=x onerror=alert(1)>"></noframes>b"#, "a"),
    Attack("an iframe", #"a<iframe src="javascript:alert(1)">x</iframe>b"#, "ab"),
    Attack(
      "an iframe with a document",
      #"a<iframe srcdoc="<script>alert(1)</script>"></iframe>b"#,
      "ab"),
    Attack(
      "an iframe that holds its end in an attribute",
      #"a<iframe><p title="</iframe><img src=x onerror=alert(1)>">b"#, "a"),
    Attack("an xmp", "a<xmp><img src=x onerror=alert(1)></xmp>b", "ab"),
    Attack(
      "an xmp that holds its end in an attribute",
      #"a<xmp><p title="</xmp><svg/onload=alert(1)>">b"#,
      "a"),
    Attack("a plaintext", "a<plaintext><img src=x onerror=alert(1)></plaintext>b", "ab"),
    Attack("a plaintext in a paragraph", "<p>a<plaintext>b</p>c", "<p>a</p>c"),
    Attack(
      "an end tag that only begins like the element's",
      "a<style></styles><img src=x></style>b",
      "ab"),
    Attack("an end tag cut by a NUL", "a<style></sty\0le><img src=x onerror=alert(1)></style>b", "ab"),
    Attack("raw text that ends with the input", "a<style></styl", "a"),
    Attack("a long name that begins like script", "a<scriptx>alert(1)</scriptx>b", "aalert(1)b"),
  ]
}
