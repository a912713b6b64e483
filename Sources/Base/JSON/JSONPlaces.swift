import System

/// Positions of keys in a document, for messages.
public struct JSONPlaces: Sendable {
  /// A position in a text.
  public struct Place: Sendable, Hashable, Comparable {
    /// Counted from 1.
    public let line: Int
    /// In characters, counted from 1.
    public let column: Int

    public static func < (one: Place, other: Place) -> Bool {
      (one.line, one.column) < (other.line, other.column)
    }

    init(of offset: Int, in bytes: Numbers<UInt8>) {
      let before = bytes.part(0..<offset)
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      line = 1 + before.count { $0 == UInt8(ascii: "\n") }
      // All bytes of a character but its first begin with the bits 10.
      column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    }
  }

  private let bytes: Numbers<UInt8>

  /// - Parameter bytes: a document; if it is invalid JSON, keys before the fault are found.
  public init(of bytes: [UInt8]) {
    self.bytes = Numbers(bytes)
  }

  /// The position of a key, named as ``Fault/path`` names it; for a missing key and within arrays, that of the
  /// nearest key above it. Reads the document each time.
  public func place(of path: String) -> Place {
    let path = Array(path.utf8)
    var reader = JSONReader(bytes)
    reader.skipSpace()
    var (offset, matched) = (reader.offset, 0)

    /// - Parameter start: bytes of the path that lead to the next value.
    func enter(after start: Int) throws(JSONError) {
      guard try reader.enterObject() else { return }
      while let key = try reader.nextKey() {
        let end = start + key.utf8.count
        guard end <= path.count, path[start..<end].elementsEqual(key.utf8),
          end == path.count || path[end] == UInt8(ascii: ".")
        else { continue }
        if end >= matched { (matched, offset) = (end, reader.keyOffset) }
        if end < path.count { try enter(after: end + 1) }
      }
    }
    try? enter(after: 0)
    return Place(of: offset, in: bytes)
  }
}

/// The reason why a document cannot be read, and its position; one sentence for the document's author.
public struct JSONError: Error, Hashable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// In characters, counted from 1.
  public let column: Int
  /// Bytes before the fault.
  public let offset: Int
  public let reason: String
  /// Whether the document exceeds a limit, and is valid as far as it was read.
  public let isExcess: Bool

  init(_ reason: String, at offset: Int, in bytes: Numbers<UInt8>, isExcess: Bool = false) {
    self.reason = reason
    self.offset = offset
    self.isExcess = isExcess
    let place = JSONPlaces.Place(of: offset, in: bytes)
    (line, column) = (place.line, place.column)
  }

  public var description: String {
    "\(isExcess ? reason : "it is not valid JSON: \(reason)") (line \(line), byte \(offset))"
  }
}

/// A fault of a document: its place, and the expected value.
public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
  /// Keys from the document's root, joined with dots; empty for the root itself.
  public let path: String
  public let expected: String

  public init(at path: String, _ expected: String) {
    self.path = path
    self.expected = expected
  }

  public var description: String { path.isEmpty ? expected : "\(path): \(expected)" }
}
