import System
import Testing

@Suite("Hashes")
struct HashTests {
  /// From the algorithm's own page of test vectors.
  @Test(
    "FNV-1a matches the published values",
    arguments: [
      ("", UInt32(0x811C_9DC5), UInt64(0xCBF2_9CE4_8422_2325)), ("a", 0xE40C_292C, 0xAF63_DC4C_8601_EC8C),
      ("foobar", 0xBF9C_F968, 0x8594_4171_F739_67E8),
    ])
  func published(text: String, short: UInt32, long: UInt64) {
    #expect(FNV1a.hash32(text.utf8) == short)
    #expect(FNV1a.hash64(text.utf8) == long)
  }

  /// From the standard's examples; the last one fills its block but for the length.
  @Test(
    "SHA-256 matches the published values",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func sha256(text: String, digits: String) {
    let digits256 = SHA256.hash(Array(text.utf8)).map { String(($0 as UInt8).hexDigits) }.joined()
    #expect(digits256 == digits)
  }

  @Test("Hexadecimal digits keep leading zeros")
  func digits() {
    #expect(UInt32(0xAB).hexDigits == "000000ab")
    #expect(UInt64.max.hexDigits == "ffffffffffffffff")
  }

  @Test("Contents that differ in one byte, or by a trailing zero, have different hashes")
  func contents() {
    let page = Array("<p>A page of some bytes</p>".utf8)
    var other = page
    other[3] ^= 1
    #expect(Set([page, other, page + [0], Array(page.dropLast())].map(StreamHash.of)).count == 4)
  }

  @Test(
    "The hash does not depend on the pieces, but on every byte")
  func pieces() {
    let page = (0..<100).map { UInt8($0) }
    func hash(_ pieces: [UInt8]...) -> UInt64 {
      var hash = StreamHash()
      for piece in pieces { piece.withUnsafeBytes { hash.combine($0) } }
      return hash.value
    }
    let whole = hash(page)
    for cut in page.indices {
      let (first, rest) = (Array(page[..<cut]), Array(page[cut...]))
      #expect(hash(first, rest) == whole)
      #expect(hash(Array(first.prefix(7)), Array(first.dropFirst(7)), rest) == whole)
      #expect(hash(first) != whole)
      var other = page
      other[cut] ^= 0x80
      #expect(hash(other) != whole)
    }
    #expect(hash(page, [0]) != whole)
  }
}
