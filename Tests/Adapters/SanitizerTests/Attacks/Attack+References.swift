/// Character references.
extension Attack {
  static let references = [
    Attack("a name that HTML 4 has not", "&check;&star;&lpar;x&rpar;", "✓☆(x)"),
    Attack("a name without semicolon", "&copy 2020 &AMP &ltx&gt", "© 2020 &amp;AMP &lt;x&gt;"),
    Attack("a name of two characters", "&NotEqualTilde;&acE;", "&amp;NotEqualTilde;&amp;acE;"),
    Attack("a name that is the beginning of another", "&notit; &notin; &not;in", "¬it; ∉ ¬in"),
    Attack("a name unknown", "&unknown; &; &x", "&amp;unknown; &amp;; &amp;x"),
    Attack(
      "markup by name",
      "&lt;script&gt;alert(1)&lt;/script&gt;",
      "&lt;script&gt;alert(1)&lt;/script&gt;"),
    Attack(
      "markup by name without semicolons",
      "&ltscript&gtalert(1)&lt/script&gt",
      "&lt;script&gt;alert(1)&lt;/script&gt;"),
    Attack(
      "markup by number",
      "&#60;script&#62;alert(1)&#60;/script&#62;",
      "&lt;script&gt;alert(1)&lt;/script&gt;"),
    Attack("markup by number without semicolons", "&#60script&#62alert(1)", "&lt;script&gt;alert(1)"),
    Attack("markup by hexadecimal number", "&#x3c;script&#X3E;alert(1)", "&lt;script&gt;alert(1)"),
    Attack("markup by a padded number", "&#00000000000000000060;script>", "&lt;script&gt;"),
    Attack("markup escaped twice", "&amp;lt;script&amp;gt;", "&amp;lt;script&amp;gt;"),
    Attack("an ampersand escaped thrice", "&amp;amp;amp;lt;", "&amp;amp;amp;lt;"),
    Attack(
      "numbers of Windows-1252",
      "&#146;&#147;&#148;&#150;&#128;",
      "\u{2019}\u{201C}\u{201D}\u{2013}€"),
    Attack("numbers that Windows-1252 has not", "a&#129;&#141;b", "ab"),
    Attack("number zero", "a&#0;b", "a�b"),
    Attack("numbers of controls", "a&#1;&#8;&#11;&#27;&#127;b", "ab"),
    Attack("a number of a surrogate", "a&#xD800;&#55357;&#56832;b", "a���b"),
    Attack("a number beyond all characters", "a&#x110000;&#99999999999999999999;b", "a��b"),
    Attack("numbers of no characters", "a&#xFFFE;&#xFFFF;b", "a��b"),
    Attack("a number without digits", "a&#;&#x;&#xg;b", "a&amp;#;&amp;#x;&amp;#xg;b"),
    Attack("a reference cut by a tag", "&am<b>p;</b>&#6<b>0;</b>", "&amp;am<b>p;</b><b>0;</b>"),
    Attack("a reference cut by a comment", "&l<!---->t;script>", "&amp;lt;script&gt;"),
    Attack(
      "a reference in an attribute before an equals sign",
      #"<a title="&copy=1&lt=2&amp">x</a>"#,
      #"<a title="&amp;copy=1&amp;lt=2&amp;">x</a>"#),
    Attack("a no-break space", "a&nbsp;b\u{A0}c", "a&nbsp;b&nbsp;c"),
    Attack("quotes stay as they are in text", "&quot;x&quot; 'y' &apos;z&apos;", #""x" 'y' 'z'"#),
    Attack("a line separator", "a&#x2028;b&#x2029;c", "a\u{2028}b\u{2029}c"),
  ]
}
