import Glibc

/// Reads a JSON document (RFC 8259, UTF-8) value by value, and builds no tree of it.
///
/// A value is asked for as what it ought to be: one of another kind is passed over and reads as nil, and
/// so is one that nobody asks for. Members of an object come as they stand, repeated keys too. What is no
/// JSON ends the reading with an error, with two exceptions that would cost a whole document for one
/// broken value: half a surrogate pair (`\ud800`) is U+FFFD, and a number out of range (`1e999`) is nil.
///
///     guard try reader.enterArray() else { … }
///     while try reader.nextElement() { … try reader.string() … }
///     try reader.finish()
public struct JSONReader {
  let bytes: [UInt8]
  /// Whether bytes that are not UTF-8 become U+FFFD, and do not cost the document.
  let repairsText: Bool
  package internal(set) var offset = 0
  /// Where the last key stands that was read.
  private(set) var keyOffset = 0
  private var depth = 0
  var next = Next.value

  /// What the grammar has at the offset.
  enum Next {
    case value
    /// The first element or member, or the end of what was just entered.
    case first
    /// A comma, or the end of the array, object or document.
    case following
  }

  /// Keeps the bytes, without a copy. A byte order mark before them, as some editors write it, is passed
  /// over.
  /// - Parameter repairsText: whether bytes that are not UTF-8 become U+FFFD and cost nothing but themselves.
  public init(_ bytes: [UInt8], repairsText: Bool = false) {
    self.bytes = bytes
    self.repairsText = repairsText
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  // MARK: Arrays and objects

  /// Enters an array, to be read to its end with ``nextElement()``; false for any other value.
  public mutating func enterArray() throws(JSONError) -> Bool {
    try enter(UInt8(ascii: "["))
  }

  /// Whether there is another element, whose value is then to be read.
  public mutating func nextElement() throws(JSONError) -> Bool {
    try nextItem(end: UInt8(ascii: "]"))
  }

  /// Enters an object, to be read to its end with ``nextKey()``; false for any other value.
  public mutating func enterObject() throws(JSONError) -> Bool {
    try enter(UInt8(ascii: "{"))
  }

  /// The key of the next member, whose value is then to be read; nil at the end of the object.
  public mutating func nextKey() throws(JSONError) -> String? {
    guard try nextMember() else { return nil }
    let key = try readString()
    try readColon()
    return key
  }

  /// The same as the key's position among some names, their count for any other; makes no text of it.
  public mutating func nextKey(among names: [StaticString]) throws(JSONError) -> Int? {
    guard try nextMember() else { return nil }
    let position: Int?
    if let run = takeASCII() {
      position = bytes.withUnsafeBytes { bytes in
        let key = UnsafeRawBufferPointer(rebasing: bytes[run])
        return names.firstIndex { name in
          guard name.utf8CodeUnitCount == key.count, let start = key.baseAddress else { return false }
          return memcmp(name.utf8Start, start, key.count) == 0
        }
      }
    } else {
      let key = try readString()
      position = names.firstIndex { $0.description == key }
    }
    try readColon()
    return position ?? names.count
  }

  // MARK: Values

  /// Appends a text's bytes to others; false for any other value.
  public mutating func appendString(to output: inout [UInt8]) throws(JSONError) -> Bool {
    guard try begins(with: UInt8(ascii: "\"")) else { return false }
    defer { next = .following }
    if let run = takeASCII() {
      bytes.withUnsafeBufferPointer { output.append(contentsOf: UnsafeBufferPointer(rebasing: $0[run])) }
    } else {
      output += try readString().utf8
    }
    return true
  }

  public mutating func string() throws(JSONError) -> String? {
    guard try begins(with: UInt8(ascii: "\"")) else { return nil }
    defer { next = .following }
    return try readString()
  }

  /// A number as a double holds it; nil too where it is out of a double's range.
  public mutating func number() throws(JSONError) -> Double? {
    guard try begins(with: UInt8(ascii: "0")) else { return nil }
    defer { next = .following }
    return try readNumber()
  }

  public mutating func bool() throws(JSONError) -> Bool? {
    let byte = try first()
    try skip()
    return byte == UInt8(ascii: "t") ? true : byte == UInt8(ascii: "f") ? false : nil
  }

  /// Passes over a value, whatever it is.
  public mutating func skip() throws(JSONError) {
    switch try first() {
    case UInt8(ascii: "{"):
      _ = try enterObject()
      while try nextMember() {
        try skipString()
        try readColon()
      }
    case UInt8(ascii: "["):
      _ = try enterArray()
      while try nextElement() {}
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "t"): try readWord("true")
    case UInt8(ascii: "f"): try readWord("false")
    case UInt8(ascii: "n"): try readWord("null")
    default: _ = try readNumber()
    }
    next = .following
  }

  /// Makes sure that nothing follows the document's value but white space.
  public mutating func finish() throws(JSONError) {
    if next == .value { try skip() }
    skipSpace()
    if offset < bytes.count { throw unexpected("the end") }
  }

  // MARK: Grammar

  /// The byte at the offset; zero, which no grammar wants, at the end.
  var current: UInt8 {
    @inline(__always) get { offset < bytes.count ? bytes[offset] : 0 }
  }

  func unexpected(_ expected: String) -> JSONError {
    guard offset < bytes.count else {
      return JSONError("expected \(expected), found the end", at: offset, in: bytes)
    }
    let byte = bytes[offset]
    let found =
      (0x21..<0x7F).contains(byte)
      ? "\"\(Unicode.Scalar(byte))\"" : "the byte 0x\(String(byte, radix: 16, uppercase: true))"
    return JSONError("expected \(expected), found \(found)", at: offset, in: bytes)
  }

  mutating func skipSpace() {
    while true {
      switch current {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  package func excess(_ reason: String) -> JSONError {
    JSONError(reason, at: offset, in: bytes, isExcess: true)
  }

  private mutating func enter(_ bracket: UInt8) throws(JSONError) -> Bool {
    guard try begins(with: bracket) else { return false }
    guard depth < JSONLimits.depth else {
      throw excess("it is nested deeper than \(JSONLimits.depth) levels")
    }
    depth += 1
    offset += 1
    next = .first
    return true
  }

  private mutating func nextItem(end: UInt8) throws(JSONError) -> Bool {
    if next == .value { try skip() }
    skipSpace()
    if current == end {
      depth -= 1
      offset += 1
      next = .following
      return false
    }
    if next == .following {
      guard current == UInt8(ascii: ",") else {
        throw unexpected("a comma or \(Unicode.Scalar(end))")
      }
      offset += 1
    }
    next = .value
    return true
  }

  /// Whether there is another member, whose key is then at the offset.
  private mutating func nextMember() throws(JSONError) -> Bool {
    guard try nextItem(end: UInt8(ascii: "}")) else { return false }
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
    keyOffset = offset
    return true
  }

  private mutating func readColon() throws(JSONError) {
    skipSpace()
    guard current == UInt8(ascii: ":") else { throw unexpected("a colon") }
    offset += 1
  }

  /// Whether the value to be read is of the kind that begins so, where `0` stands for numbers; passes over
  /// it where it is not.
  private mutating func begins(with byte: UInt8) throws(JSONError) -> Bool {
    if try first() == byte { return true }
    try skip()
    return false
  }

  /// The first byte of the value to be read; `0` for every number.
  package mutating func first() throws(JSONError) -> UInt8 {
    assert(next == .value, "there is no value to be read here")
    skipSpace()
    switch current {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return UInt8(ascii: "0")
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"):
      return current
    default: throw unexpected("a value")
    }
  }

  private mutating func readWord(_ word: StaticString) throws(JSONError) {
    for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
      guard current == byte else { throw unexpected("\(word)") }
      offset += 1
    }
  }
}
