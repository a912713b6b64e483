import System

/// The different words of titles, which a mistyped word may have meant.
struct TitleWords: Sendable {
  /// The places at which a word begins, also within another, as after a hyphen.
  private let begins: SortedOffsets

  /// Nil if the arrays have no words.
  init?(_ arrays: ArraySet) {
    let bytes: Numbers<UInt8> = arrays.numbers("words")
    if bytes.isEmpty { return nil }
    begins = SortedOffsets(offsets: arrays.numbers("words.begins"), bytes: bytes)
  }

  static func write(_ words: inout DistinctTexts, to arrays: inout ArraySet) {
    let bytes = words.take()
    var starts = NumberWriter<UInt32>()
    bytes.withUnsafeBytes { bytes in
      for (offset, byte) in zip(UInt32(0)..., bytes)
      where byte > 0 && byte & 0xC0 != 0x80 && WordStart.isStart(Int(offset), in: bytes) {
        starts.append(offset)
      }
    }
    let order = TextSort.order(of: starts, in: bytes)
    var begins = NumberWriter<UInt32>(capacity: order.count)
    for index in 0..<order.count { begins.append(starts[Int(order[index])]) }
    arrays.add("words", bytes)
    arrays.add("words.begins", begins.numbers())
  }

  /// The likely intended beginnings of titles' words, likeliest first.
  func corrections(of typed: [UInt8], limit: Int) -> [Correction] {
    SlipWalk.corrections(of: typed, among: begins, limit: limit)
  }
}

/// The starts of words as a visitor types them, such as after a hyphen.
enum WordStart {
  /// Whether there is no letter, digit or mark before an offset.
  ///
  /// - Parameters:
  ///   - offset: of a scalar in a folded text that is not a space.
  ///   - bytes: folded texts, separated by bytes below 0x20.
  static func isStart(_ offset: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard offset > 0 else { return true }
    let last = bytes[offset - 1]
    if last < 0x80 { return !(last >= 0x61 && last <= 0x7A || last >= 0x30 && last <= 0x39) }
    var start = offset - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self).unicodeScalars.allSatisfy {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
        && $0.properties.generalCategory != .nonspacingMark
    }
  }
}
