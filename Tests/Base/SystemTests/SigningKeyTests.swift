import System
import Testing

@Suite("Signing")
struct SigningKeyTests {
  private func signature(_ message: String, _ key: SigningKey) -> String {
    Array(message.utf8).withUnsafeBufferPointer { key.signature(of: $0) }
  }

  private func isSignature(_ signature: String, of message: String, _ key: SigningKey) -> Bool {
    Array(message.utf8).withUnsafeBufferPointer { message in
      Array(signature.utf8).withUnsafeBufferPointer { key.isSignature($0, of: message) }
    }
  }

  @Test("A signature is the first half of an HMAC-SHA-256")
  func known() throws {
    // printf 'what it says' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f
    let key = try #require(SigningKey((0..<32).map { $0 }))
    #expect(signature("what it says", key) == "46cd5e636f3293c340c0e15db91038ab")
  }

  @Test("A signature is valid only whole, for its message and its key")
  func others() {
    let key = SigningKey()
    let right = signature("one", key)
    #expect(right.utf8.count == SigningKey.digits)
    #expect(isSignature(right, of: "one", key))
    #expect(!isSignature(right, of: "two", key))
    #expect(!isSignature(right, of: "one", SigningKey()))
    for wrong in ["", String(right.dropLast()), right + "0", right.uppercased() + "A"] {
      #expect(!isSignature(wrong, of: "one", key))
    }
    for index in 0..<SigningKey.digits {
      var digits = Array(right)
      digits[index] = digits[index] == "0" ? "1" : "0"
      #expect(!isSignature(String(digits), of: "one", key))
    }
  }

  @Test("A key has 32 random bytes")
  func keys() {
    #expect(SigningKey([]) == nil)
    #expect(SigningKey([UInt8](repeating: 0, count: 33)) == nil)
    #expect(Set((0..<100).map { _ in SigningKey().bytes }).count == 100)
  }
}
