package import System

/// A text within a document, as it is written between its quotation marks.
package struct WrittenText {
  package let start: Int
  package let end: Int
  /// Whether it has no escapes, and needs no check.
  package let isPlain: Bool
}

extension JSONReader {
  // MARK: Texts

  /// The text that is written somewhere in a document.
  package static func text(of written: WrittenText, in bytes: Numbers<UInt8>) -> String {
    if written.isPlain { return bytes.text(written.start..<written.end) }
    var reader = JSONReader(bytes, from: written.start - 1, repairsText: true)
    return (try? reader.string()) ?? ""
  }

  /// Reads the text at the offset, its quotation marks included.
  mutating func readString() throws(JSONError) -> String {
    let start = offset + 1
    let (end, isASCII) = endOfRun(from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else {
      let text = try readRuns(isKept: true)
      return String(decoding: text, as: UTF8.self)
    }
    let text = bytes.withUnsafeBufferPointer { bytes in
      let run = UnsafeBufferPointer(rebasing: bytes[start..<end])
      // Validation goes through metadata, which takes longer than the rest of a short text.
      return isASCII || repairsText
        ? String(decoding: run, as: UTF8.self) : String(validating: run, as: UTF8.self)
    }
    guard let text else { throw invalid(from: start) }
    offset = end + 1
    return text
  }

  /// Reads the text at the offset, without its quotation marks, as it is written.
  mutating func readWritten() throws(JSONError) -> WrittenText {
    let start = offset + 1
    let (end, isASCII) = endOfRun(from: start)
    guard bytes[end] == UInt8(ascii: "\""), isASCII || repairsText else {
      try skipString()
      return WrittenText(start: start, end: offset - 1, isPlain: false)
    }
    offset = end + 1
    return WrittenText(start: start, end: end, isPlain: true)
  }

  /// Skips the text at the offset, as strictly as ``readString()`` reads it.
  mutating func skipString() throws(JSONError) { _ = try readRuns(isKept: false) }

  /// Reads the text at the offset run by run; bytes that are not UTF-8 are refused or left to be repaired.
  private mutating func readRuns(isKept: Bool) throws(JSONError) -> [UInt8] {
    let start = offset + 1
    offset = start
    var text: [UInt8] = []
    while true {
      let (end, isASCII) = endOfRun(from: offset)
      // An escape neither ends nor begins within a character.
      if !isASCII, !repairsText, String(validating: bytes[offset..<end], as: UTF8.self) == nil {
        throw invalid(from: start)
      }
      if isKept { text += bytes[offset..<end] } else { text.removeAll(keepingCapacity: true) }
      offset = end
      if current == UInt8(ascii: "\"") { break }
      guard current == UInt8(ascii: "\\") else { throw unexpected("a quotation mark or a letter") }
      offset += 1
      try readEscape(into: &text)
    }
    offset += 1
    return text
  }

  private func invalid(from start: Int) -> JSONError {
    JSONError("a text is not valid UTF-8", at: start, in: bytes)
  }

  /// The end of a run of bytes without quotation marks, escapes and control characters.
  private func endOfRun(from start: Int) -> (end: Int, isASCII: Bool) {
    bytes.withUnsafeBytes { JSONScan.endOfRun(in: $0, from: start) }
  }

  /// Reads an escape after its backslash.
  private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(current)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      offset += 1
      text.append(contentsOf: String(try readScalar()).utf8)
      return
    default: throw unexpected("one of \" \\ / b f n r t u after a backslash")
    }
    offset += 1
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

  // MARK: Numbers

  /// Reads the number at the offset; nil if it is out of a double's range.
  mutating func readNumber() throws(JSONError) -> Double? {
    let usual = bytes.withUnsafeBytes { JSONScan.number(in: $0, from: offset) }
    if let usual {
      offset = usual.end
      return usual.value
    }
    let start = offset
    if current == UInt8(ascii: "-") { offset += 1 }
    if current == UInt8(ascii: "0") { offset += 1 } else { try skipDigits() }
    if current == UInt8(ascii: ".") {
      offset += 1
      try skipDigits()
    }
    if current | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      try skipDigits()
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self).decimal()
  }

  private mutating func skipDigits() throws(JSONError) {
    let start = offset
    while current &- 0x30 < 10 { offset += 1 }
    guard offset > start else { throw unexpected("a digit") }
  }

  /// Reads `null`, or a word for a number that JSON does not have.
  mutating func readNull() throws(JSONError) {
    guard current != UInt8(ascii: "n") else { return try readWord("null") }
    noteRepair(at: offset)
    if current == UInt8(ascii: "-") { offset += 1 }
    try readWord(current == UInt8(ascii: "N") ? "NaN" : "Infinity")
  }

  mutating func readWord(_ word: StaticString) throws(JSONError) {
    for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
      guard current == byte else { throw unexpected("\(word)") }
      offset += 1
    }
  }
}
