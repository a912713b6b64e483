import Favorites
import Testing

@Suite struct VisitorIDTests {
  @Test("A new id is unique and has 32 lower-case hexadecimal digits")
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
    "Leading zeros are kept",
    arguments: ["00000000000000000000000000000001", "000000000000000a0000000000000000"])
  func zeros(digits: String) {
    #expect(VisitorID(digits)?.digits == digits)
  }

  @Test(
    "Other texts than 32 lower-case hexadecimal digits are refused",
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

  @Test("The description hides most of the id")
  func secret() throws {
    let id = try #require(VisitorID("ab0123456789abcdef0123456789abcd"))
    #expect("\(id)" == "ab012345…")
  }
}
