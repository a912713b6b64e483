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
  /// Where the keys begin; lines are counted only for who asks.
  private var offsets: [String: Int] = [:]

  /// Reads a document once more; what stands inside of arrays has no place of its own.
  public init(of bytes: [UInt8]) throws(JSONError) {
    self.bytes = bytes
    var reader = JSONReader(bytes)
    reader.skipSpace()
    offsets[""] = reader.offset
    try enter(&reader, at: "")
    try reader.finish()
  }

  /// The place of a key, named as ``Fault/path`` names it; if there is no such key, that of the nearest
  /// object above it.
  public func place(of path: String) -> Place {
    var path = path[...]
    while true {
      if let offset = offsets[String(path)] { return Place(of: offset, in: bytes) }
      path = path.lastIndex(of: ".").map { path[..<$0] } ?? ""
    }
  }

  private mutating func enter(_ reader: inout JSONReader, at path: String) throws(JSONError) {
    guard try reader.first() == UInt8(ascii: "{") else { return try reader.skip() }
    _ = try reader.enterObject()
    while let key = try reader.nextKey() {
      let member = path.isEmpty ? key : "\(path).\(key)"
      offsets[member] = reader.keyOffset
      try enter(&reader, at: member)
    }
  }
}
