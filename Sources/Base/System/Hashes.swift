internal import CGnuTLS

/// The FNV-1a hash: the same in every run and on every machine; not for security.
public enum FNV1a {
  public static func hash32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  @inlinable
  public static func hash64(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { bytes in
      for byte in bytes { combine(byte, into: &hash) }
    }
    if isContiguous == nil { for byte in bytes { combine(byte, into: &hash) } }
    return hash
  }

  public static func hash64(_ text: String) -> UInt64 { hash64(text.utf8) }

  /// Extends a hash by a further byte.
  @inlinable
  public static func combine(_ byte: UInt8, into hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}

/// A fast 64-bit hash of content in pieces, however it is cut: the same on every machine, some gigabytes a second; for
/// ETags, names of files and damage, not for security.
///
/// A change of a single word changes the hash.
public struct StreamHash: Sendable {
  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
  /// Bytes of an incomplete block.
  private var tail: [UInt8] = []
  /// Bytes so far.
  public private(set) var count = 0

  private static let block = 32

  public init() {}

  /// The hash of some bytes.
  public static func of(_ bytes: [UInt8]) -> UInt64 {
    var hash = StreamHash()
    bytes.withUnsafeBytes { hash.combine($0) }
    return hash.value
  }

  /// The finaliser of splitmix64, a bijection.
  public static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var rest = bytes[...]
    if !tail.isEmpty {
      let missing = rest.prefix(Self.block - tail.count)
      tail += missing
      rest = rest.dropFirst(missing.count)
      guard tail.count == Self.block else { return }
      let whole = tail
      whole.withUnsafeBytes { take($0) }
      tail.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / Self.block * Self.block
    take(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
    tail += rest.dropFirst(whole)
  }

  /// The hash of all bytes so far.
  public var value: UInt64 {
    var last = self
    let padding = [UInt8](repeating: 0, count: Self.block - tail.count)
    padding.withUnsafeBytes { last.combine($0) }
    let (first, second, third, fourth) = last.lanes
    return [first, second, third, fourth].reduce(UInt64(count)) { Self.mix($0 ^ $1) }
  }

  private mutating func take(_ blocks: UnsafeRawBufferPointer) {
    var (first, second, third, fourth) = lanes
    for offset in stride(from: 0, to: blocks.count, by: Self.block) {
      first = Self.step(first, blocks, offset)
      second = Self.step(second, blocks, offset + 8)
      third = Self.step(third, blocks, offset + 16)
      fourth = Self.step(fourth, blocks, offset + 24)
    }
    lanes = (first, second, third, fourth)
  }

  @inline(__always)
  private static func step(_ lane: UInt64, _ blocks: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    let word = UInt64(littleEndian: blocks.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let product = (lane ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product << 29 | product >> 35
  }

}

/// The Secure Hash Algorithm with 256 bits (FIPS 180-4).
public enum SHA256 {
  /// 32 bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    // Cannot fail for a known algorithm.
    gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &digest)
    return digest
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All hexadecimal digits of the number, leading zeros included, in lower case.
  @inlinable
  public var hexDigits: String {
    String(unsafeUninitializedCapacity: Self.bitWidth / 4) { digits in
      for index in digits.indices {
        let digit = UInt8(truncatingIfNeeded: self >> (Self.bitWidth - 4 - 4 * index)) & 15
        digits.initializeElement(at: index, to: digit + (digit < 10 ? 0x30 : 0x57))
      }
      return digits.count
    }
  }
}

/// A secret for signing values that the program gives out.
public struct SigningKey: Sendable {
  /// 32 bytes.
  public let bytes: [UInt8]

  /// Bytes of a key: as many as of its hash (RFC 2104, section 3).
  public static let size = 32
  /// Digits of a signature: the first half of the hash (RFC 2104, section 5).
  public static let digits = 32

  /// Nil unless there are 32 bytes.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }

  /// A new one, from the kernel's random bits.
  public init() {
    var generator = SystemRandomNumberGenerator()
    bytes = (0..<Self.size).map { _ in .random(in: .min ... .max, using: &generator) }
  }

  /// The first half of the message's HMAC-SHA-256, in lower-case hexadecimal digits.
  public func signature(of message: UnsafeBufferPointer<UInt8>) -> String {
    var hash = [UInt8](repeating: 0, count: Self.size)
    gnutls_hmac_fast(
      GNUTLS_MAC_SHA256, bytes, bytes.count, message.baseAddress, message.count, &hash)
    return hash.prefix(Self.digits / 2).map(\.hexDigits).joined()
  }
}
