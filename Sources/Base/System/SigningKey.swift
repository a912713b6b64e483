internal import CGnuTLS

/// A secret with which the program signs what it hands out, so that it knows it again.
public struct SigningKey: Sendable {
  /// 32 of them.
  public let bytes: [UInt8]

  /// Bytes of a key: as many as its hash has, more add nothing (RFC 2104, section 3).
  public static let size = 32
  /// Digits of a signature, which stand for the first half of the hash (RFC 2104, section 5).
  public static let digits = 32

  /// Nil for bytes that are not as many as a key has.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  /// A new one, from the kernel's random bits.
  public init() {
    var generator = SystemRandomNumberGenerator()
    bytes = (0..<Self.size).map { _ in .random(in: .min ... .max, using: &generator) }
  }

  /// Lower-case hexadecimal digits.
  public func signature(of message: UnsafeBufferPointer<UInt8>) -> String {
    withSignature(of: message) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the signature is the message's. How long it takes says nothing of how much of a wrong one is right.
  public func isSignature(
    _ signature: UnsafeBufferPointer<UInt8>, of message: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    withSignature(of: message) { right in
      signature.count == right.count
        && gnutls_memcmp(signature.baseAddress, right.baseAddress, right.count) == 0
    }
  }

  /// In place, for this is done at every request of a visitor who has favorites: a third of a microsecond.
  private func withSignature<Result>(
    of message: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.size + Self.digits) { room in
      if gnutls_hmac_fast(
        GNUTLS_MAC_SHA256, bytes, bytes.count, message.baseAddress, message.count, room.baseAddress) != 0
      {
        // An algorithm that the library has cannot fail; if it did, nothing would match.
        for index in 0..<Self.size { room[index] = .random(in: .min ... .max) }
      }
      for index in 0..<Self.digits {
        let half = index & 1 == 0 ? room[index / 2] >> 4 : room[index / 2] & 15
        room[Self.size + index] = half + (half < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      }
      return body(UnsafeBufferPointer(rebasing: room[Self.size...]))
    }
  }
}
