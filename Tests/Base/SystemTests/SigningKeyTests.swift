import System
import Testing

@Suite("Signing")
struct SigningKeyTests {
  private func signature(_ message: String, _ key: SigningKey) -> String {
    Array(message.utf8).withUnsafeBufferPointer { key.signature(of: $0) }
  }

  @Test("A signature is the first half of an HMAC-SHA-256")
  func known() throws {
    // printf 'what it says' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f
    let key = try #require(SigningKey((0..<32).map { $0 }))
    #expect(signature("what it says", key) == "46cd5e636f3293c340c0e15db91038ab")
  }

  @Test("A key has 32 random bytes")
  func keys() {
    #expect(SigningKey([]) == nil)
    #expect(SigningKey([UInt8](repeating: 0, count: 33)) == nil)
    #expect(Set((0..<100).map { _ in SigningKey().bytes }).count == 100)
  }
}
