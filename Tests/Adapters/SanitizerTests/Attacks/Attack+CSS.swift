/// Styles.
extension Attack {
  static let css = [
    Attack("a style attribute", "<b style='color:red'>x</b>", "<b>x</b>"),
    Attack("an expression", "<b style='width:expression(alert(1))'>x</b>", "<b>x</b>"),
    Attack("a binding", "<b style='-moz-binding:url(http://x.example/#x)'>x</b>", "<b>x</b>"),
    Attack("a behaviour", "<b style='behavior:url(x.htc)'>x</b>", "<b>x</b>"),
    Attack(
      "an address in a style",
      #"<b style="background:url('javascript:alert(1)')">x</b>"#,
      "<b>x</b>"),
    Attack(
      "an escaped address in a style",
      "<b style='background:\\75rl(http://x.example/)'>x</b>",
      "<b>x</b>"),
    Attack(
      "an overlay",
      "<a href='http://x.example/' style='position:fixed;inset:0'>x</a>",
      #"<a href="http://x.example/" REL>x</a>"#),
    Attack("a class", "<b class='admin'>x</b>", "<b>x</b>"),
    Attack("an import", "<style>@import 'http://x.example/';</style>x", "x"),
    Attack("a font with looks", "<font color=red face=x size=7>x</font>", "x"),
    Attack("colours by attribute", "<p bgcolor=red align=right>x</p>", "<p>x</p>"),
    Attack(
      "a background by attribute",
      "<table background='javascript:alert(1)'><tr><td background=x>y</table>",
      "y"),
    Attack("a layer", "<layer src='http://x.example/'>x</layer>y", "xy"),
  ]
}
