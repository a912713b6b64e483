import Testing

@testable import Website

@Suite("Compacted scripts and style sheets")
struct CompactTextTests {
  private func compact(_ text: String) -> String {
    String(decoding: CompactText.bytes(Array(text.utf8)), as: UTF8.self)
  }

  @Test(
    "A script loses indentation and comment lines only",
    arguments: [
      ("  one();\n\n\n\ttwo(); // why\n", "one();\ntwo(); // why"),
      ("// a\nlet a = 1;\n  // b\nlet b = \"// c\";\n", "let a = 1;\nlet b = \"// c\";"),
      ("/** What it is. */\nf();\n/**\n * Long\n */\ng();\n", "f();\ng();"),
      ("let a = 1 /* one */;\n", "let a = 1 /* one */;"),
      ("/* a */ f();\n/* b\n*/ g(); /* c */", "f();\ng(); /* c */"),
      ("let t = `\n  // kept\n  as it is`;\n  f();\n", "let t = `\n  // kept\n  as it is`;\nf();"),
      ("let t = `a\\`\n  b`;\n  f();\n", "let t = `a\\`\n  b`;\nf();"),
      ("", ""),
    ])
  func script(text: String, expected: String) {
    #expect(compact(text) == expected)
  }

  @Test(
    "A style sheet loses indentation and comment lines only",
    arguments: [
      ("a {\n  color: red;\n}\n", "a {\ncolor: red;\n}"),
      ("/* why */\na { b: c; /* because; */ d: e }", "a { b: c; /* because; */ d: e }"),
      ("a :hover,\n  a:hover { b: c }", "a :hover,\na:hover { b: c }"),
      (#"a::before { content: "x  ; /* y */ \" }  "; }"#, #"a::before { content: "x  ; /* y */ \" }  "; }"#),
      ("/* one\n   two */\n/*/ three */ a { b: c }", "a { b: c }"),
      ("a { b: c }\n/* open", "a { b: c }"),
    ])
  func sheet(text: String, expected: String) {
    #expect(compact(text) == expected)
  }
}
