import Glibc

/// What the bytes of a request's head may be. All of them are looked at, so this works on many at a time: without an
/// end before the last one the compiler makes vectors of a loop.
enum HeadBytes {
  /// Whether there is a control character (RFC 9110, section 5.5); the tab is none here, and neither are the zero
  /// bytes that libmicrohttpd puts over separators.
  static func holdsControl(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var found: UInt8 = 0
    for index in 0..<max(0, count) {
      let byte = start[index]
      found |= (byte &- 1 < 0x1F && byte != 0x09 ? 1 : 0) | (byte == 0x7F ? 1 : 0)
    }
    return found != 0
  }

  /// Whether the bytes may be a method or a header's name (RFC 9110, section 5.6.2).
  static func isToken(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard count >= 8 else { return isTokenByByte(start, count) }
    var offset = 0
    while offset + 8 < count {
      guard areUsual(start + offset) else { return isTokenByByte(start, count) }
      offset += 8
    }
    return areUsual(start + (count - 8)) || isTokenByByte(start, count)
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    // Bit by bit: the digits, letters and !#$%&'*+-.^_`|~ of the two halves of ASCII.
    let low: UInt64 = 0x03FF_6CFA_0000_0000
    let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
    return byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte & 63) & 1 == 1
  }

  /// Whether some bytes are a word in lower case, but for their case.
  static func equal(_ start: UnsafePointer<UInt8>, _ word: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for index in 0..<count where lowercased(start[index]) != word[index] { return false }
    return true
  }

  static func areSame(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
    second.map { memcmp(first, $0, count) == 0 } ?? (count == 0)
  }

  private static func isTokenByByte(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for index in 0..<count where !isTokenByte(start[index]) { return false }
    return true
  }

  /// Whether eight bytes are all letters or hyphens, as those of names are: the top bit of each byte tells.
  @inline(__always)
  private static func areUsual(_ start: UnsafePointer<UInt8>) -> Bool {
    let bytes = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
    let tops: UInt64 = 0x8080_8080_8080_8080
    // No sum carries into the next byte while no top bit is set.
    guard bytes & tops == 0 else { return false }
    let folded = bytes | 0x2020_2020_2020_2020
    let fromA = folded &+ 0x1F1F_1F1F_1F1F_1F1F
    let behindZ = folded &+ 0x0505_0505_0505_0505
    let notHyphen = (bytes ^ 0x2D2D_2D2D_2D2D_2D2D) &+ 0x7F7F_7F7F_7F7F_7F7F
    return (fromA & ~behindZ | ~notHyphen) & tops == tops
  }
}
