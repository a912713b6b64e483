import Testing

@testable import Website

@Suite("Constants of a stylesheet")
struct StyleConstantsTests {
  @Test(
    "What the root sets once stands where it is used, and what changes is left to browsers",
    arguments: [
      (":root{--a: 1px}b{c: var(--a) var(--a)}", ":root{--a: 1px}b{c: 1px 1px}"),
      (
        ":root{--b: calc(var(--a) + 1px);--a: 2px}c{d: var(--b)}",
        ":root{--b: calc(2px + 1px);--a: 2px}c{d: calc(2px + 1px)}"
      ),
      (":root{--a: 1px}:root{--a: 2px}b{c: var(--a)}", ":root{--a: 1px}:root{--a: 2px}b{c: var(--a)}"),
      (":root{--a: 1px}b{--a: 2px;c: var(--a)}", ":root{--a: 1px}b{--a: 2px;c: var(--a)}"),
      ("b{--a: 2px}b{c: var(--a)}", "b{--a: 2px}b{c: var(--a)}"),
      ("@media x{:root{--a: 2px}}b{c: var(--a)}", "@media x{:root{--a: 2px}}b{c: var(--a)}"),
      (
        ":root{--a: var(--b)}c{--b: 1px}d{e: var(--a)}", ":root{--a: var(--b)}c{--b: 1px}d{e: var(--a)}"
      ),
      (":root{--a: var(--a)}b{c: var(--a)}", ":root{--a: var(--a)}b{c: var(--a)}"),
      ("a{b: var(--c,1px)}", "a{b: var(--c,1px)}"),
      ("a{b: var(", "a{b: var("),
      ("", ""),
    ])
  func resolves(sheet: String, expected: String) {
    #expect(String(decoding: StyleConstants.resolved(in: Array(sheet.utf8)), as: UTF8.self) == expected)
  }
}
