/// Where the members of a document's objects stand, for messages about them.
public struct JSONPlaces: Sendable {
  /// A place in a text.
  public struct Place: Sendable, Hashable, Comparable {
    /// Counted from 1.
    public let line: Int
    /// Characters of the line up to here, counted from 1.
    public let column: Int

    public static func < (one: Place, other: Place) -> Bool {
      (one.line, one.column) < (other.line, other.column)
    }

    init(of offset: Int, in bytes: [UInt8]) {
      let before = bytes.prefix(offset)
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      line = 1 + before.count { $0 == UInt8(ascii: "\n") }
      // A byte that goes on with a character begins with the bits 10.
      column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    }
  }

  private let bytes: [UInt8]

  /// - Parameter bytes: a document; nothing has a place behind the point where it stops being valid JSON.
  public init(of bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The place of a key, named as ``Fault/path`` names it; if there is no such key, that of the nearest
  /// object above it. What stands inside of arrays has no place of its own.
  ///
  /// Reads the document anew each time, so that nothing has to be kept for keys that nobody asks about.
  public func place(of path: String) -> Place {
    var reader = JSONReader(bytes)
    reader.skipSpace()
    var search = Search(path: Array(path.utf8), offset: reader.offset)
    try? search.enter(&reader, after: 0)
    return Place(of: search.offset, in: bytes)
  }

  private struct Search {
    let path: [UInt8]
    /// Where the nearest key stands so far, and how much of the path leads to it.
    var offset: Int
    var matched = 0

    /// - Parameter start: how much of the path leads to the value that comes.
    mutating func enter(_ reader: inout JSONReader, after start: Int) throws(JSONError) {
      guard try reader.enterObject() else { return }
      while let key = try reader.nextKey() {
        let end = start + key.utf8.count
        guard end <= path.count, path[start..<end].elementsEqual(key.utf8),
          end == path.count || path[end] == UInt8(ascii: ".")
        else { continue }
        if end >= matched { (matched, offset) = (end, reader.keyOffset) }
        if end < path.count { try enter(&reader, after: end + 1) }
      }
    }
  }
}

/// Why a document is not read, and where; one sentence for whoever wrote it.
public struct JSONError: Error, Hashable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// Characters of that line up to the fault, counted from 1.
  public let column: Int
  /// Bytes of the document before the fault.
  public let offset: Int
  public let reason: String
  /// Whether the document asks for more than is allowed, and is JSON as far as it was read.
  public let isExcess: Bool

  init(_ reason: String, at offset: Int, in bytes: [UInt8], isExcess: Bool = false) {
    self.reason = reason
    self.offset = offset
    self.isExcess = isExcess
    let place = JSONPlaces.Place(of: offset, in: bytes)
    line = place.line
    column = place.column
  }

  public var description: String {
    "\(isExcess ? reason : "it is not valid JSON: \(reason)") (line \(line), byte \(offset))"
  }
}
