import Favorites
import Testing

@Suite("A visitor's id")
struct VisitorIDTests {
  @Test("A new id is 32 lower-case hexadecimal digits, reads as itself and is like no other")
  func random() {
    let ids = (0..<1_000).map { _ in VisitorID.random() }
    for id in ids {
      #expect(id.digits.utf8.count == 32)
      #expect(id.digits.allSatisfy { "0123456789abcdef".contains($0) })
      #expect(VisitorID(id.digits) == id)
    }
    #expect(Set(ids).count == ids.count)
  }

  @Test(
    "Leading zeros stay", arguments: ["00000000000000000000000000000001", "000000000000000a0000000000000000"])
  func zeros(digits: String) {
    #expect(VisitorID(digits)?.digits == digits)
  }

  @Test(
    "What is not 32 lower-case hexadecimal digits is refused",
    arguments: [
      "", "ab", "AB0123456789abcdef0123456789abcd", "ab0123456789abcdef0123456789abcde",
      "ab0123456789abcdef0123456789abc", "../../../../../../../etc/passwd0",
      "ab0123456789abcdef0123456789abc/",
      "ab0123456789abcdef0123456789abc\0", "+b0123456789abcdef0123456789abcd",
      " b0123456789abcdef0123456789abcd",
      "0x0123456789abcdef0123456789abcd", "ab0123456789abcdef0123456789abcg", "١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦",
      "é0123456789abcdef0123456789abcd",
    ])
  func refused(text: String) {
    #expect(VisitorID(text) == nil)
  }

  @Test("A sentence that names a visitor gives the id not away")
  func secret() throws {
    let id = try #require(VisitorID(StoreFixture.digits))
    #expect("\(id)" == "ab012345…")
  }
}
