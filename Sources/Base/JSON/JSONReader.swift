public import System

/// Reads a JSON document (RFC 8259, UTF-8) value by value, without building a tree.
///
/// The caller asks for a kind of value: one of another kind is skipped and reads as nil, and values that are not
/// asked for are skipped too. Members of an object come in their order, repeated keys included. Invalid JSON
/// throws, with two exceptions, lest one broken value cost the document: half a surrogate pair (`\ud800`) is
/// U+FFFD, and a number out of range (`1e999`) is nil. A lenient reader also takes what people and programs write:
/// bytes that are not UTF-8, NaN, Infinity and -Infinity as null, and a comma after the last item.
///
///     guard try reader.enterArray() else { … }
///     while try reader.nextElement() { … try reader.string() … }
///     try reader.finish()
public struct JSONReader {
  let bytes: Numbers<UInt8>
  /// Whether the reader is lenient.
  let repairsText: Bool
  /// The offset of the first NaN, Infinity or needless comma that was read.
  private var repaired: Int?
  /// Its line, counted from 1; nil if the document had none so far.
  package var repairedLine: Int? { repaired.map { JSONPlaces.Place(of: $0, in: bytes).line } }
  package internal(set) var offset = 0
  /// The offset of the last key that was read.
  private(set) var keyOffset = 0
  private var depth = 0
  var next = Next.value

  /// The grammar's expectation at the offset.
  enum Next {
    case value
    /// The first element or member, or the end of the array or object.
    case first
    /// A comma, or the end of the array, object or document.
    case following
  }

  /// Keeps the bytes, without a copy, and skips a byte order mark before them.
  /// - Parameter repairsText: whether it is lenient.
  public init(_ bytes: Numbers<UInt8>, repairsText: Bool = false) {
    let isMarked = bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    self.init(bytes, from: isMarked ? 3 : 0, repairsText: repairsText)
  }

  /// Copies the bytes.
  public init(_ bytes: some Collection<UInt8>, repairsText: Bool = false) {
    self.init(Numbers(bytes), repairsText: repairsText)
  }

  /// Reads the value at an offset of a document.
  package init(_ bytes: Numbers<UInt8>, from offset: Int, repairsText: Bool) {
    (self.bytes, self.offset, self.repairsText) = (bytes, offset, repairsText)
  }

  // MARK: Arrays and objects

  /// Enters an array, to be read to its end with ``nextElement()``; false for any other value.
  public mutating func enterArray() throws(JSONError) -> Bool { try enter(UInt8(ascii: "[")) }

  /// Moves to the next element; false at the end of the array.
  public mutating func nextElement() throws(JSONError) -> Bool { try nextItem(end: UInt8(ascii: "]")) }

  /// Enters an object, to be read to its end with ``nextKey()``; false for any other value.
  public mutating func enterObject() throws(JSONError) -> Bool { try enter(UInt8(ascii: "{")) }

  /// The key of the next member; nil at the end of the object.
  public mutating func nextKey() throws(JSONError) -> String? {
    guard try nextMember() else { return nil }
    let key = try readString()
    try readColon()
    return key
  }

  /// The same key as it is written; nil at the end of the object.
  package mutating func nextWrittenKey() throws(JSONError) -> WrittenText? {
    guard try nextMember() else { return nil }
    let key = try readWritten()
    try readColon()
    return key
  }

  // MARK: Values

  public mutating func string() throws(JSONError) -> String? {
    guard try begins(with: UInt8(ascii: "\"")) else { return nil }
    defer { next = .following }
    return try readString()
  }

  /// A text as it is written.
  package mutating func writtenString() throws(JSONError) -> WrittenText? {
    guard try begins(with: UInt8(ascii: "\"")) else { return nil }
    defer { next = .following }
    return try readWritten()
  }

  /// A number; also nil if it is out of a double's range.
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

  /// Skips a value of any kind.
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
    case UInt8(ascii: "n"): try readNull()
    default: _ = try readNumber()
    }
    next = .following
  }

  /// Checks that only white space follows the document's value.
  public mutating func finish() throws(JSONError) {
    if next == .value { try skip() }
    skipSpace()
    if offset < bytes.count { throw unexpected("the end") }
  }

  // MARK: Grammar

  /// The byte at the offset; zero at the end, which is never valid.
  var current: UInt8 {
    @inline(__always) get { bytes[offset] }
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
    while current == 0x20 || current == 0x0A || current == 0x0D || current == 0x09 { offset += 1 }
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
      let comma = offset
      offset += 1
      if repairsText {
        skipSpace()
        if current == end {
          noteRepair(at: comma)
          return try nextItem(end: end)
        }
      }
    }
    next = .value
    return true
  }

  /// Moves to the key of the next member; false at the end of the object.
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

  /// Whether the value begins with a byte as ``first()`` gives it; if not, the value is skipped.
  private mutating func begins(with byte: UInt8) throws(JSONError) -> Bool {
    if try first() == byte { return true }
    try skip()
    return false
  }

  /// The first byte of the next value, without reading it; `0` for every number.
  package mutating func first() throws(JSONError) -> UInt8 {
    assert(next == .value, "no value is expected here")
    skipSpace()
    switch current {
    case UInt8(ascii: "-") where repairsText && bytes[offset + 1] == UInt8(ascii: "I"):
      return UInt8(ascii: "n")
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return UInt8(ascii: "0")
    case UInt8(ascii: "N") where repairsText, UInt8(ascii: "I") where repairsText: return UInt8(ascii: "n")
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"):
      return current
    default: throw unexpected("a value")
    }
  }

  mutating func noteRepair(at offset: Int) { repaired = repaired ?? offset }
}
