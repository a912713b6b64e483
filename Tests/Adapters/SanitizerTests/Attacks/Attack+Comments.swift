/// Comments and declarations.
extension Attack {
  static let comments = [
    Attack("a comment", "a<!-- <script>alert(1)</script> -->b", "ab"),
    Attack("a comment that ends at once", "a<!--><script>alert(1)</script>-->b", "a--&gt;b"),
    Attack("a comment that ends after a dash", "a<!---><script>alert(1)</script>-->b", "a--&gt;b"),
    Attack(
      "a comment that ends with an exclamation mark",
      "a<!--x--!><script>alert(1)</script>-->b", "ab"),
    Attack("a comment with a dash before its end", "a<!--x---><b>y</b>", "a<b>y</b>"),
    Attack("a comment in a comment", "a<!--<!--><b>y</b>-->", "a<b>y</b>--&gt;"),
    Attack("a comment that never ends", "a<!-- <b>y</b>", "a"),
    Attack("a comment with a space in its end", "a<!-- -- ><b>x</b>-->b", "ab"),
    Attack("a conditional comment", "a<!--[if gte IE 4]><script>alert(1)</script><![endif]-->b", "ab"),
    Attack("a conditional section", "a<![if !IE]><b>x</b><![endif]>b", "a<b>x</b>b"),
    Attack("a CDATA section", "a<![CDATA[<b>x</b>]]>b", "ax]]&gt;b"),
    Attack("a declaration", "a<!x <b>y</b>>z", "ay&gt;z"),
    Attack("an end tag that is none", "a</!x><b>y</b>", "a<b>y</b>"),
    Attack("an end tag with a space", "a</ b><b>y</b>", "a<b>y</b>"),
    Attack("an empty end tag", "a</>b", "ab"),
    Attack("a question mark", "a<?php echo '<b>x</b>' ?>b", "ax' ?&gt;b"),
    Attack("a document type", "<!DOCTYPE html><b>x</b>", "<b>x</b>"),
    Attack(
      "a document type with a greater-than sign quoted",
      #"<!DOCTYPE html "><script>alert(1)</script>">x"#,
      #""&gt;x"#),
    Attack(
      "a less-than sign alone",
      "1 < 2, 3 <4, <<b>5</b>, <",
      "1 &lt; 2, 3 &lt;4, &lt;<b>5</b>, &lt;"),
    Attack("a less-than sign before a slash at the end", "a</", "a"),
    Attack("a comment within a tag", "<b<!-- -->x</b>", ""),
  ]
}
