import Testing

@testable import Website

@Suite("Compact stylesheets")
struct CompactStylesTests {
  @Test(
    "What only readers need falls away, and nothing else",
    arguments: [
      ("a  {\n  color: red;\n}\n", "a{color: red}"),
      ("/* why */\na { b: c; /* because; */ d: e }", "a{b: c;d: e}"),
      ("a :hover,\na:hover { b: c }", "a :hover,a:hover{b: c}"),
      ("@media (width < 720px) {\n  a { b: c }\n}", "@media (width < 720px){a{b: c}}"),
      ("a { b: calc(1px + -2px) }", "a{b: calc(1px + -2px)}"),
      (#"a::before { content: "x  ; /* y */ \" }  "; }"#, #"a::before{content: "x  ; /* y */ \" }  "}"#),
      ("a/**/b { c: d }", "a b{c: d}"),
      ("a { b: c } /* open", "a{b: c}"),
      (#"a { b: "open "#, #"a{b: "open "#),
      ("", ""),
    ])
  func compact(sheet: String, expected: String) {
    #expect(String(decoding: CompactStyles.bytes(Array(sheet.utf8)), as: UTF8.self) == expected)
  }
}
