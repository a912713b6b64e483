public import System
internal import Glibc

/// Different texts, numbered in the order in which they came.
public struct DistinctTexts: ~Copyable, Sendable {
  /// The texts, each ended by a zero byte.
  private var bytes = NumberWriter<UInt8>()
  private var starts = NumberWriter<UInt32>()
  /// The number of a text plus one in the lower half and the upper half of its hash in the upper, which saves most
  /// comparisons; zero for an empty slot. At most half of the slots are used.
  private var slots = NumberWriter<UInt64>(repeating: 0, count: 512)
  /// Random for each table, so that a feed cannot choose texts that collide.
  private let seed = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max) | 1)

  public init() {}

  public var count: Int { starts.count }
  /// Bytes of all texts.
  public var size: Int { bytes.count }

  /// The number of a text, known or new.
  /// - Parameter text: without zero bytes.
  public mutating func number(of text: UnsafeRawBufferPointer) -> Int {
    if (count + 1) * 2 > slots.count { grow() }
    let hash = hash(text)
    var slot = first(hash)
    while slots[slot] != 0 {
      let number = Int(slots[slot] & ~Self.hashBits) - 1
      if slots[slot] & Self.hashBits == hash, holds(text, number) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = hash | UInt64(count + 1)
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
    bytes.append(text.assumingMemoryBound(to: UInt8.self))
    bytes.append(0)
    return count - 1
  }

  public mutating func number(of text: String) -> Int {
    var text = text
    return text.withUTF8 { number(of: UnsafeRawBufferPointer($0)) }
  }

  public mutating func number(of text: ArraySlice<UInt8>) -> Int {
    text.withUnsafeBytes { number(of: $0) }
  }

  /// Calls back with the bytes of a text.
  public func withText<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let start = Int(starts[number])
    let end = (number + 1 < count ? Int(starts[number + 1]) : bytes.count) - 1
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
  }

  /// The texts as ``StoredTexts``.
  public func finish(_ arrays: inout ArraySet, _ name: String) {
    arrays.add("\(name).bytes", Numbers(copying: bytes))
    arrays.add("\(name).starts", Numbers(copying: starts))
  }

  /// The texts with padding behind them; none are left here.
  mutating func take() -> Numbers<UInt8> {
    bytes.append(Array(repeating: 0, count: FoldedTexts.padding))
    _ = (slots.take(), starts.take())
    return bytes.take()
  }

  private static let hashBits: UInt64 = 0xFFFF_FFFF << 32

  private func holds(_ text: UnsafeRawBufferPointer, _ number: Int) -> Bool {
    withText(number) { known in
      guard known.count == text.count, let one = known.baseAddress, let other = text.baseAddress else {
        return known.count == text.count
      }
      return memcmp(one, other, text.count) == 0
    }
  }

  /// Eight bytes a step, multiplied with a secret: takes a third of `Hasher`'s time for a title.
  private func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed.0 ^ UInt64(text.count)
    var offset = 0
    while offset + 8 <= text.count {
      hash = Self.folded(hash ^ text.loadUnaligned(fromByteOffset: offset, as: UInt64.self), seed.1)
      offset += 8
    }
    var tail: UInt64 = 0
    if text.count >= 8 {
      tail = text.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self)
    } else if text.count >= 4 {
      tail = UInt64(text.loadUnaligned(as: UInt32.self)) << 32
      tail |= UInt64(text.loadUnaligned(fromByteOffset: text.count - 4, as: UInt32.self))
    } else {
      for byte in text { tail = tail << 8 | UInt64(byte) }
    }
    return Self.folded(Self.folded(hash ^ tail, seed.1), seed.0) & Self.hashBits
  }

  private static func folded(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }

  private func first(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1) }

  private mutating func grow() {
    var larger = NumberWriter<UInt64>(repeating: 0, count: slots.count * 2)
    for index in 0..<slots.count where slots[index] != 0 {
      var slot = Int(truncatingIfNeeded: slots[index] >> 32) & (larger.count - 1)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = slots[index]
    }
    slots = larger
  }
}

/// Texts in one buffer, by their numbers.
public struct StoredTexts: Sendable {
  private let bytes: Numbers<UInt8>
  private let starts: Numbers<UInt32>

  public init(_ arrays: ArraySet, _ name: String) {
    (bytes, starts) = (arrays.numbers("\(name).bytes"), arrays.numbers("\(name).starts"))
  }

  public var count: Int { starts.count }

  public subscript(number: Int) -> String {
    let start = Int(starts[number])
    let end = number + 1 < count ? Int(starts[number + 1]) : bytes.count
    return bytes.text(start..<max(start, end - 1))
  }
}
