/// Namespaces and prefixed names.
extension Attack {
  static let namespaces = [
    Attack("a prefixed script", "<x:script>alert(1)</x:script>b", "alert(1)b"),
    Attack(
      "a prefix declared as HTML",
      #"<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>b"#,
      "alert(1)b"),
    Attack("a prefixed paragraph", "<html:p onclick=alert(1)>x</html:p>b", "xb"),
    Attack(
      "an XML island",
      "<xml id=i><x><c><![CDATA[<img src=x onerror=alert(1)>]]></c></x></xml>b",
      "]]&gt;b"),
    Attack(
      "a processing instruction that imports",
      "<?import namespace=\"t\" implementation=\"#default#time2\"?>b",
      "b"),
    Attack("a namespaced event attribute", #"<b xmlns:on="x" on:click="alert(1)">x</b>"#, "<b>x</b>"),
    Attack("an XLink address", #"<a xlink:href="javascript:alert(1)">x</a>"#, "<a>x</a>"),
    Attack(
      "an address of another namespace",
      #"<a x:href="javascript:alert(1)" href="http://x.example/">x</a>"#,
      #"<a href="http://x.example/" REL>x</a>"#),
    Attack("a base for XML", #"<b xml:base="javascript:alert(1)//">x</b>"#, "<b>x</b>"),
    Attack("an XML stylesheet", #"<?xml-stylesheet href="javascript:alert(1)"?><b>x</b>"#, "<b>x</b>"),
    Attack(
      "an XML declaration",
      #"<?xml version="1.0" encoding="UTF-7"?>+ADw-script+AD4-alert(1)+ADw-/script+AD4-"#,
      "+ADw-script+AD4-alert(1)+ADw-/script+AD4-"),
    Attack(
      "an entity that is declared",
      #"<!DOCTYPE r [<!ENTITY x "<script>alert(1)</script>">]><b>&x;</b>"#,
      #"alert(1)"&gt;]&gt;<b>&amp;x;</b>"#),
    Attack(
      "an entity from outside",
      #"<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><b>&x;</b>"#,
      "]&gt;<b>&amp;x;</b>"),
    Attack(
      "an element that includes others",
      #"<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse=""#
        + #"text"/>b"#,
      "b"),
    Attack("the name of our own root", "</r><script>alert(1)</script><r>b", "b"),
  ]
}
