/// Control characters and look-alikes.
extension Attack {
  static let controls = [
    Attack("a NUL in text", "a\0b", "ab"),
    Attack("a NUL in the name of a raw text", "<\0script>alert(1)</script>", ""),
    Attack("controls in text", "a\u{1}\u{2}\u{8}\u{E}\u{1F}\u{7F}b", "ab"),
    Attack("a vertical tab in text", "a\u{B}b", "ab"),
    Attack("a form feed in text", "a\u{C}b", "a b"),
    Attack("carriage returns", "a\rb\r\nc", "a\nb\nc"),
    Attack("C1 controls", "a\u{80}\u{85}\u{9F}b", "ab"),
    Attack("characters that are none", "a\u{FFFE}\u{FFFF}b", "a��b"),
    Attack("a control in a tag name", "<b\u{1}>x</b\u{1}>y", "<b>x</b>y"),
    Attack("a control in a title", "<a title=\"x\u{1}\0y\">z</a>", #"<a title="xy">z</a>"#),
    Attack(
      "a K that is a Kelvin sign",
      "<\u{212A}bd>x</\u{212A}bd><lin\u{212A} rel=x>y",
      "&lt;\u{212A}bd&gt;xy"),
    Attack("a dotless i in script", "<scr\u{131}pt>alert(1)</scr\u{131}pt>b", "alert(1)b"),
    Attack("a full-width less-than sign", "＜script＞alert(1)", "＜script＞alert(1)"),
    Attack("an S that is long", "<\u{17F}cript>alert(1)</script>b", "&lt;\u{17F}cript&gt;alert(1)b"),
    Attack("a byte order mark", "\u{FEFF}<script>alert(1)</script>b", "\u{FEFF}b"),
  ]
}
