import JSON
import System

/// The fields of JSON records that paths lead to: a tree of names, whose leaves and some branches are cells.
struct FieldTree {
  private struct Node {
    var name: [UInt8]
    var cell: Int?
    var children: [Int] = []
  }

  /// The root first.
  private var nodes = [Node(name: [])]
  private(set) var count = 0

  /// The cell at a path of names.
  func cell(_ names: [String]) -> Int? {
    var node = 0
    for name in names {
      guard let child = nodes[node].children.first(where: { nodes[$0].name.elementsEqual(name.utf8) }) else {
        return nil
      }
      node = child
    }
    return nodes[node].cell
  }

  mutating func add(_ names: [String]) {
    var node = 0
    for name in names {
      if let child = nodes[node].children.first(where: { nodes[$0].name.elementsEqual(name.utf8) }) {
        node = child
      } else {
        nodes.append(Node(name: Array(name.utf8)))
        nodes[node].children.append(nodes.count - 1)
        node = nodes.count - 1
      }
    }
    guard nodes[node].cell == nil else { return }
    nodes[node].cell = count
    count += 1
  }

  /// Reads an object into its cells.
  /// - Returns: false if a path leads through an array; the cells are then incomplete.
  func read(_ reader: inout JSONReader, to record: inout Record) throws(JSONError) -> Bool {
    try read(0, &reader, to: &record)
  }

  private func read(
    _ node: Int, _ reader: inout JSONReader, to record: inout Record
  ) throws(JSONError) -> Bool {
    guard try reader.enterObject() else { return true }
    var isWhole = true
    // Most records have their members in one order.
    var expected = 0
    while let key = try reader.nextWrittenKey() {
      if let child = child(of: node, named: key, &expected, record.bytes) {
        if !(try fill(child, &reader, to: &record)) { isWhole = false }
      } else {
        try reader.skip()
      }
    }
    return isWhole
  }

  private func child(
    of node: Int, named key: WrittenText, _ expected: inout Int, _ bytes: Numbers<UInt8>
  ) -> Int? {
    guard key.isPlain else {
      let name = JSONReader.text(of: key, in: bytes)
      return nodes[node].children.first { nodes[$0].name.elementsEqual(name.utf8) }
    }
    let children = nodes[node].children
    return bytes.withUnsafeBytes { bytes in
      let name = UnsafeRawBufferPointer(rebasing: bytes[key.start..<key.end])
      for _ in children.indices {
        let child = children[expected]
        expected = expected + 1 == children.count ? 0 : expected + 1
        if nodes[child].name.count == name.count, nodes[child].name.elementsEqual(name) { return child }
      }
      return nil
    }
  }

  private func fill(_ node: Int, _ reader: inout JSONReader, to record: inout Record) throws(JSONError)
    -> Bool
  {
    let children = nodes[node].children
    // The last of several members of one name counts.
    if !children.isEmpty { clear(node, &record) }
    let start = try reader.first()
    var cell = Cell()
    cell.start = reader.offset
    var isWhole = true
    switch start {
    case UInt8(ascii: "{") where nodes[node].cell == nil: return try read(node, &reader, to: &record)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      cell.kind = .tree
      if !children.isEmpty {
        var inner = reader
        isWhole = start == UInt8(ascii: "{") ? try read(node, &inner, to: &record) : false
      }
      try reader.skip()
    case UInt8(ascii: "\""):
      guard let text = try reader.writtenString() else { break }
      cell.kind = text.isPlain ? .jsonText : .escaped
      if text.isPlain { (cell.start, cell.count) = (text.start, text.end - text.start) }
    case UInt8(ascii: "0"):
      cell.kind = .null
      if let number = try reader.number() {
        (cell.kind, cell.number, cell.count) = (.number, number, reader.offset - cell.start)
      }
    default: cell.kind = try reader.bool().map { $0 ? .yes : .no } ?? .null
    }
    if let index = nodes[node].cell { record.cells[index] = cell }
    return isWhole
  }

  private func clear(_ node: Int, _ record: inout Record) {
    for child in nodes[node].children {
      if let cell = nodes[child].cell { record.cells[cell].kind = .none }
      clear(child, &record)
    }
  }
}

/// The value of one field of a record, by its bytes in the list.
struct Cell {
  enum Kind: UInt8 {
    /// The record has no such field.
    case none
    case null, no, yes, number
    /// A text in UTF-8 or Windows-1252.
    case text
    /// A field of a table from its opening quotation mark on, with doubled marks or bytes after the closing one.
    case quoted
    /// A text of a JSON document without escapes; bytes that are not UTF-8 are repaired.
    case jsonText
    /// The same with escapes.
    case escaped
    /// An array or object of a JSON document.
    case tree
  }

  var kind = Kind.none
  /// The offset of its bytes.
  var start = 0
  /// The number of its bytes; 0 for a tree, which ends by itself, and for a number that is not written as a text.
  var count = 0
  var number = 0.0

  var isScalar: Bool { kind.rawValue > Kind.null.rawValue && kind != .tree }
}
