extension JSONReader {
  /// Reads the text at the offset, its quotation marks included.
  mutating func readString() throws(JSONError) -> String {
    let start = offset + 1
    let isASCII: Bool
    (offset, isASCII) = endOfRun(from: start)
    guard current == UInt8(ascii: "\"") else { return try readEscapedString(from: start) }
    let text = bytes.withUnsafeBufferPointer { bytes in
      let run = UnsafeBufferPointer(rebasing: bytes[start..<offset])
      // Validation goes through metadata, which takes longer than the rest of a short text.
      return isASCII || repairsText
        ? String(decoding: run, as: UTF8.self) : String(validating: run, as: UTF8.self)
    }
    offset += 1
    guard let text else { throw invalid(from: start) }
    return text
  }

  /// Passes over the text at the offset if it is nothing but ASCII that stands for itself, and returns where it lies
  /// between its quotation marks.
  mutating func takeASCII() -> Range<Int>? {
    let start = offset + 1
    let (end, isASCII) = endOfRun(from: start)
    guard isASCII, end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
    offset = end + 1
    return start..<end
  }

  /// Passes over the text at the offset, which must be as right as one that is read.
  mutating func skipString() throws(JSONError) {
    offset += 1
    var escaped: [UInt8] = []
    while true {
      let start = offset
      let isASCII: Bool
      (offset, isASCII) = endOfRun(from: start)
      // What an escape stands for neither ends nor begins within a character.
      if !isASCII, !repairsText, String(validating: bytes[start..<offset], as: UTF8.self) == nil {
        throw invalid(from: start)
      }
      if current == UInt8(ascii: "\"") { break }
      try readBackslash()
      try readEscape(into: &escaped)
      escaped.removeAll(keepingCapacity: true)
    }
    offset += 1
  }

  /// Reads on in a text from the first byte that does not stand for itself.
  private mutating func readEscapedString(from start: Int) throws(JSONError) -> String {
    var text = Array(bytes[start..<offset])
    while current != UInt8(ascii: "\"") {
      try readBackslash()
      try readEscape(into: &text)
      let (end, _) = endOfRun(from: offset)
      text += bytes[offset..<end]
      offset = end
    }
    offset += 1
    if repairsText { return String(decoding: text, as: UTF8.self) }
    guard let text = String(validating: text, as: UTF8.self) else { throw invalid(from: start) }
    return text
  }

  private mutating func readBackslash() throws(JSONError) {
    guard current == UInt8(ascii: "\\") else { throw unexpected("a quotation mark or a letter") }
    offset += 1
  }

  private func invalid(from start: Int) -> JSONError {
    JSONError("a text is not valid UTF-8", at: start, in: bytes)
  }

  /// Where a run of bytes ends that stand for themselves.
  private func endOfRun(from start: Int) -> (end: Int, isASCII: Bool) {
    bytes.withUnsafeBufferPointer { bytes in
      var end = start
      var union: UInt8 = 0
      while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\"),
        bytes[end] >= 0x20
      {
        union |= bytes[end]
        end += 1
      }
      return (end, union < 0x80)
    }
  }

  /// Reads what follows a backslash.
  private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
    let byte: UInt8
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = current
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "u"):
      offset += 1
      text.append(contentsOf: String(try readScalar()).utf8)
      return
    default: throw unexpected("one of \" \\ / b f n r t u after a backslash")
    }
    offset += 1
    text.append(byte)
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair; U+FFFD for a lone half.
  private mutating func readScalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try readHexDigits()
    guard (0xD800..<0xDC00).contains(unit), bytes[offset...].starts(with: "\\u".utf8) else {
      return Unicode.Scalar(unit) ?? "\u{FFFD}"
    }
    let afterFirst = offset
    offset += 2
    let second = try readHexDigits()
    guard (0xDC00..<0xE000).contains(second) else {
      offset = afterFirst
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func readHexDigits() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(current)).hexDigitValue else {
        throw unexpected("four hexadecimal digits after \\u")
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}

extension JSONReader {
  static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Reads the number at the offset; nil if it is out of a double's range.
  mutating func readNumber() throws(JSONError) -> Double? {
    let start = offset
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    if current == UInt8(ascii: "0") { offset += 1 } else { digits = try readDigits(into: &mantissa) }
    var decimals = 0
    if current == UInt8(ascii: ".") {
      offset += 1
      decimals = try readDigits(into: &mantissa)
    }
    let hasExponent = current | 0x20 == UInt8(ascii: "e")
    if hasExponent { try readExponent() }
    // Both a whole number of so few digits and the power are exact, hence so is the rounding of the quotient.
    if !hasExponent, digits + decimals <= 15 {
      let value = Double(mantissa) / Self.powers[decimals]
      return isNegative ? -value : value
    }
    let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self))
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func readExponent() throws(JSONError) {
    offset += 1
    if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
    var ignored: UInt64 = 0
    _ = try readDigits(into: &ignored)
  }

  /// Reads at least one digit and returns how many; of more than 19 the value says nothing.
  private mutating func readDigits(into value: inout UInt64) throws(JSONError) -> Int {
    let start = offset
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) {
      value = value &* 10 &+ UInt64(current & 0x0F)
      offset += 1
    }
    guard offset > start else { throw unexpected("a digit") }
    return offset - start
  }
}
