import Testing

@testable import Website

@Suite("A script as it is served")
struct CompactScriptTests {
  @Test(
    "Indentation and lines of comments are left out, and everything else stays",
    arguments: [
      ("  one();\n\n\n\ttwo(); // why\n", "one();\ntwo(); // why"),
      ("// a\nlet a = 1;\n  // b\nlet b = \"// c\";\n", "let a = 1;\nlet b = \"// c\";"),
      ("/** What it is. */\nf();\n/**\n * Long\n */\ng();\n", "f();\ng();"),
      ("let a = 1 /* one */;\n", "let a = 1 /* one */;"),
      ("let t = `\n  // kept\n  as it is`;\n  f();\n", "let t = `\n  // kept\n  as it is`;\nf();"),
      ("let t = `a\\`\n  b`;\n  f();\n", "let t = `a\\`\n  b`;\nf();"),
      ("", ""),
    ])
  func compacts(script: String, compact: String) {
    #expect(CompactScript.text(script) == compact)
  }
}
