/// URL schemes.
extension Attack {
  static let schemes = [
    Attack("JavaScript", #"<a href="javascript:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("in capitals", #"<a href="JAVASCRIPT:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("in mixed case", #"<a href="jAvAsCrIpT:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("after a space", #"<a href=" javascript:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("after a control", "<a href=\"\u{1}javascript:alert(1)\">x</a>", "<a>x</a>"),
    Attack("after a no-break space", "<a href=\"\u{A0}javascript:alert(1)\">x</a>", "<a>x</a>"),
    Attack("with a tab inside", "<a href=\"java\tscript:alert(1)\">x</a>", "<a>x</a>"),
    Attack("with a line feed inside", "<a href=\"java\nscript:alert(1)\">x</a>", "<a>x</a>"),
    Attack("with a carriage return inside", "<a href=\"java\rscript:alert(1)\">x</a>", "<a>x</a>"),
    Attack("with a tab before the colon", "<a href=\"javascript\t:alert(1)\">x</a>", "<a>x</a>"),
    Attack("with a NUL inside", "<a href=\"java\0script:alert(1)\">x</a>", "<a>x</a>"),
    Attack("with a tab by name", #"<a href="java&Tab;script:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("with a line feed by name", #"<a href="java&NewLine;script:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("with a colon by name", #"<a href="javascript&colon;alert(1)">x</a>"#, "<a>x</a>"),
    Attack("with a tab by number", #"<a href="java&#9;script:alert(1)">x</a>"#, "<a>x</a>"),
    Attack(
      "with a tab by number without semicolon",
      #"<a href="java&#x09script:alert(1)">x</a>"#,
      "<a>x</a>"),
    Attack("with a colon by number", #"<a href="javascript&#58;alert(1)">x</a>"#, "<a>x</a>"),
    Attack(
      "with a colon by number padded",
      #"<a href="javascript&#0000000000058alert(1)">x</a>"#,
      "<a>x</a>"),
    Attack(
      "all by number",
      #"<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;&#97;&#108;&#101;"#
        + #"&#114;&#116;&#40;&#49;&#41;">x</a>"#,
      "<a>x</a>"),
    Attack(
      "all by hexadecimal number",
      #"<a href="&#x6a;&#x61;&#x76;&#x61;&#x73;&#x63;&#x72;&#x69;&#x70;&#x74;&#x3a;&#x61;&#x6c;&"#
        + #"#x65;&#x72;&#x74;&#x28;&#x31;&#x29;">x</a>"#,
      "<a>x</a>"),
    Attack(
      "all by number without semicolons",
      #"<a href="&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#00001"#
        + #"12&#0000116&#0000058&#0000097&#0000108&#0000101&#0000114&#0000116&#0000040&#0000049&#000"#
        + #"0041">x</a>"#,
      "<a>x</a>"),
    Attack("escaped twice", #"<a href="java&amp;#115;cript:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("percent-encoded", #"<a href="javascript%3Aalert(1)">x</a>"#, "<a>x</a>"),
    Attack("with an encoded letter", #"<a href="%6aavascript:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("with two slashes", #"<a href="javascript://x.example/%0aalert(1)">x</a>"#, "<a>x</a>"),
    Attack("VBScript", #"<a href="vbscript:msgbox(1)">x</a>"#, "<a>x</a>"),
    Attack("a live script", #"<a href="livescript:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("Mocha", #"<a href="mocha:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("data", #"<a href="data:text/html,<script>alert(1)</script>">x</a>"#, "<a>x</a>"),
    Attack(
      "data in base 64",
      #"<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>"#,
      "<a>x</a>"),
    Attack("a blob", #"<a href="blob:http://x.example/1">x</a>"#, "<a>x</a>"),
    Attack("a file", #"<a href="file:///etc/passwd">x</a>"#, "<a>x</a>"),
    Attack("FTP", #"<a href="ftp://x.example/">x</a>"#, "<a>x</a>"),
    Attack("about", #"<a href="about:blank">x</a>"#, "<a>x</a>"),
    Attack("view source", #"<a href="view-source:http://x.example/">x</a>"#, "<a>x</a>"),
    Attack("a nested scheme", #"<a href="feed:javascript:alert(1)">x</a>"#, "<a>x</a>"),
    Attack("a jar", #"<a href="jar:http://x.example/x!/">x</a>"#, "<a>x</a>"),
    Attack("a file system", #"<a href="filesystem:http://x.example/">x</a>"#, "<a>x</a>"),
    Attack("a full-width colon", #"<a href="javascript：alert(1)">x</a>"#, "<a>x</a>"),
    Attack("a long s", "<a href=\"java\u{17F}cript:alert(1)\">x</a>", "<a>x</a>"),
    Attack("a soft hyphen inside", "<a href=\"java\u{AD}script:alert(1)\">x</a>", "<a>x</a>"),
    Attack("a zero-width space first", "<a href=\"\u{200B}javascript:alert(1)\">x</a>", "<a>x</a>"),
    Attack("a byte order mark first", "<a href=\"\u{FEFF}javascript:alert(1)\">x</a>", "<a>x</a>"),
    Attack("a protocol-relative address", #"<a href="//x.example/">x</a>"#, "<a>x</a>"),
    Attack(
      "a protocol-relative address with backslashes",
      "<a href=\"\\\\x.example\\\">x</a>",
      "<a>x</a>"),
    Attack("a path", #"<a href="/x">x</a>"#, "<a>x</a>"),
    Attack("a fragment", "<a href=\"#x\">x</a>", "<a>x</a>"),
    Attack("a query", #"<a href="?x">x</a>"#, "<a>x</a>"),
    Attack("nothing", #"<a href="">x</a>"#, "<a>x</a>"),
    Attack("only a colon", #"<a href=":alert(1)">x</a>"#, "<a>x</a>"),
    Attack(
      "http without slashes, which is relative to some pages",
      #"<a href="http:x.example">x</a>"#,
      "<a>x</a>"),
    Attack(
      "http with one slash",
      #"<a href="http:/x.example/a">x</a>"#,
      "<a>x</a>"),
    Attack(
      "http with backslashes",
      "<a href=\"http:\\\\x.example\\a?b\\c\">x</a>",
      "<a href=\"http://x.example/a?b\\c\" REL>x</a>"),
    Attack("http without a host", #"<a href="http://">x</a>"#, "<a>x</a>"),
    Attack(
      "http with quotes in the path",
      #"<a href="http://x.example/&quot;onmouseover=&quot;alert(1)">x</a>"#,
      #"<a href="http://x.example/%22onmouseover=%22alert(1)" REL>x</a>"#),
    Attack(
      "http with markup in the path",
      #"<a href="http://x.example/<script>">x</a>"#,
      #"<a href="http://x.example/%3Cscript%3E" REL>x</a>"#),
    Attack(
      "http with a space in the host",
      #"<a href="http://x example/">x</a>"#,
      #"<a href="http://x%20example/" REL>x</a>"#),
    Attack(
      "http with markup in the host",
      #"<a href='http://x"><img src=x onerror=alert(1)>'>y</a>"#,
      #"<a href="http://x%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E" REL>y</a>"#),
    Attack(
      "http with a user",
      #"<a href="http://a:b@x.example/">x</a>"#,
      #"<a href="http://a:b@x.example/" REL>x</a>"#),
    Attack(
      "http with an unknown reference",
      #"<a href="http://x.example/?a=1&copy=2&not;=3">x</a>"#,
      #"<a href="http://x.example/?a=1&amp;copy=2¬=3" REL>x</a>"#),
    Attack(
      "HTTPS in capitals",
      #"<a href="HTTPS://X.EXAMPLE/">x</a>"#,
      #"<a href="https://X.EXAMPLE/" REL>x</a>"#),
    Attack(
      "mail",
      #"<a href="mailto:a@x.example?subject=a%20b">x</a>"#,
      #"<a href="mailto:a@x.example?subject=a%20b" REL>x</a>"#),
    Attack(
      "mail with spaces",
      #"<a href="mailto:a@x.example?subject=a b">x</a>"#,
      #"<a href="mailto:a@x.example?subject=a%20b" REL>x</a>"#),
    Attack(
      "mail to a name with a space",
      #"<a href="mailto: Ada B <a@x.example>">x</a>"#,
      #"<a href="mailto: Ada B %3Ca@x.example%3E" REL>x</a>"#),
    Attack("telephone", #"<a href="tel:123">x</a>"#, "<a>x</a>"),
    Attack(
      "http with a tab in the host",
      "<a href=\"http://x.\texample/\">x</a>",
      #"<a href="http://x.example/" REL>x</a>"#),
    Attack(
      "http with a new line in the path",
      "<a href=\"http://x.example/a\nb\">x</a>",
      #"<a href="http://x.example/ab" REL>x</a>"#),
  ]
}
