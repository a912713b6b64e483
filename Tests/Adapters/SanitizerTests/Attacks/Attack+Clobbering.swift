/// DOM clobbering, forms and active elements.
extension Attack {
  static let clobbering = [
    Attack("an id", "<b id=location>x</b>", "<b>x</b>"),
    Attack("a name", "<a name=cookie>x</a>", "<a>x</a>"),
    Attack(
      "a form of names",
      "<form id=document name=forms><input name=attributes><input name=parentNode>x</form>y",
      "x<br>y"),
    Attack(
      "two ids that make a collection",
      #"<a id=x></a><a id=x name=y href="javascript:alert(1)">z</a>"#,
      "<a>z</a>"),
    Attack("an image with a name", "<img name=getElementById>x", "x"),
    Attack("a base", "<base href='http://x.example/'><a href='y'>z</a>", "<a>z</a>"),
    Attack("a base target", "<base target='x'><b>y</b>", "<b>y</b>"),
    Attack("a meta refresh", "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>x", "x"),
    Attack("a meta charset", "<meta charset=utf-7>+ADw-script+AD4-x", "+ADw-script+AD4-x"),
    Attack("a link element", "<link rel=stylesheet href='http://x.example/x.css'>x", "x"),
    Attack(
      "a form that posts",
      "<form action='http://x.example/'><input type=password>x<button formaction='javascript:aler"
        + "t(1)'>y</button></form>",
      "xy"),
    Attack(
      "a target",
      #"<a href="http://x.example/" target=_blank>x</a>"#,
      #"<a href="http://x.example/" REL>x</a>"#),
    Attack(
      "a rel of its own",
      #"<a href="http://x.example/" rel="opener">x</a>"#,
      #"<a href="http://x.example/" REL>x</a>"#),
    Attack(
      "a ping",
      #"<a href="http://x.example/" ping="http://y.example/">x</a>"#,
      #"<a href="http://x.example/" REL>x</a>"#),
    Attack(
      "a download",
      #"<a href="http://x.example/" download>x</a>"#,
      #"<a href="http://x.example/" REL>x</a>"#),
    Attack("a content that is editable", "<b contenteditable onbeforeinput=alert(1)>x</b>", "<b>x</b>"),
    Attack("a popover", "<b popover id=x>y</b><button popovertarget=x>z</button>", "<b>y</b>z"),
    Attack("an autofocus", "<span tabindex=0 autofocus onfocus=alert(1)>x</span>", "<span>x</span>"),
    Attack("a slot and a part", "<span slot=x part=y is=z-z>x</span>", "<span>x</span>"),
    Attack("an audio", "<audio src=x onerror=alert(1)>x</audio>y", "y"),
    Attack("a video", "<video><source onerror=alert(1)>x</video>y", "y"),
    Attack("an object", "<object data='javascript:alert(1)'>x</object>y", "y"),
    Attack("an embed", "<embed src='javascript:alert(1)'>y", "y"),
    Attack("an applet", "<applet code=x>x</applet>y", "y"),
    Attack(
      "a details that opens",
      "<details open ontoggle=alert(1)><summary>x</summary>y</details>",
      "x<br>y"),
    Attack("a dialog", "<dialog open onclose=alert(1)>x</dialog>y", "x<br>y"),
    Attack("a marquee", "<marquee onstart=alert(1)>x</marquee>y", "xy"),
    Attack("a custom element", "<x-y onclick=alert(1)>x</x-y>y", "xy"),
    Attack("a portal", "<portal src='javascript:alert(1)' onload=alert(1)></portal>y", "y"),
  ]
}
