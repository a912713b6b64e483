public import JSON
import System
import Text

/// The record that a reader has read last, by the fields that it was asked for.
///
/// A table and the records of most JSON documents are read in place: their fields are cells, and a text is made only
/// when it is asked for. Other records are trees.
public struct Record {
  let fields: RecordFields
  /// The list, or the part of it that the cells lie in.
  var bytes = Numbers<UInt8>() {
    didSet { bytes.withUnsafeBytes { start = $0 } }
  }
  /// The same bytes, which ``bytes`` keeps.
  private var start = UnsafeRawBufferPointer(start: nil, count: 0)
  var cells: [Cell] = []
  /// Its position in the list, from 1 on.
  public internal(set) var number = 0
  /// Nil for a record of cells.
  var tree: JSONValue?
  /// The tree as earlier versions read it, whose hash stays that of the record; nil for ``tree``. Only while rows are made.
  var former: JSONValue?
  /// Whether a JSON object has its fingerprint in ``ConvertedRecords/hash``.
  var isHashed = false
  /// The offset of a JSON object, whose fingerprint is taken from its bytes, and its key in an object of objects.
  var object: (start: Int, key: Cell)?
  /// The targets of the paths, by their numbers.
  var bindings: [PathBinding] = [] {
    didSet { plain = bindings.map { $0.fields.count == 1 ? $0.fields[0] : nil } }
  }
  /// The fields of paths without alternatives, which are most.
  private var plain: [PathBinding.Field?] = []
  /// Hashes of the columns' names.
  var columns: [UInt64] = []
  /// The first limit that a value exceeded.
  let excess = Excess()

  final class Excess {
    var error: JSONError?
  }

  init(_ fields: RecordFields) {
    self.fields = fields
  }

  /// The texts that a path leads to.
  public enum Texts {
    case none
    case one(String)
    /// At least two.
    case several([String])

    init(_ texts: [String]) {
      self = texts.count > 1 ? .several(texts) : texts.first.map { .one($0) } ?? .none
    }

    /// The first one.
    public var first: String? {
      switch self {
      case .none: nil
      case .one(let text): text
      case .several(let texts): texts[0]
      }
    }

    public var all: [String] {
      switch self {
      case .none: []
      case .one(let text): [text]
      case .several(let texts): texts
      }
    }

    /// All of them as one; nil if there is none.
    public func joined(by separator: String) -> String? {
      if case .several(let texts) = self { texts.joined(separator: separator) } else { first }
    }
  }

  /// The texts at a path.
  public func texts(at number: Int) -> Texts {
    if tree == nil, let field = plain[number] {
      let (cell, isWhole) = cell(of: field)
      guard isWhole || field.isPlain else { return slowTexts(at: number) }
      if cell.isScalar { return text(cell, isWhole: isWhole).map { .one($0) } ?? .none }
      if cell.kind != .tree { return .none }
    }
    return slowTexts(at: number)
  }

  private func slowTexts(at number: Int) -> Texts {
    if let tree { return Texts(fields.paths[number].texts(in: tree)) }
    if bindings[number].isPlain {
      for field in bindings[number].fields {
        let cell = cell(of: field).cell
        if cell.kind == .tree { break }
        if cell.isScalar, let text = text(cell, isWhole: false) { return .one(text) }
      }
    }
    return Texts(values(at: number).compactMap(\.recordText))
  }

  /// All values at a path that are not empty, with lists flattened.
  public func values(at number: Int) -> [JSONValue] {
    if let tree { return fields.paths[number].values(in: tree) }
    return bindings[number].values { value(cell($0)) }
  }

  /// The first value at a path that is not empty.
  public func value(at number: Int) -> JSONValue? {
    if tree == nil, let field = plain[number] {
      let (cell, isWhole) = cell(of: field)
      guard isWhole || field.isPlain else { return values(at: number).first }
      if cell.isScalar { return value(cell) }
      if cell.kind != .tree { return nil }
    }
    if tree == nil, bindings[number].isPlain {
      for field in bindings[number].fields {
        let cell = cell(of: field).cell
        if cell.kind == .tree { break }
        if cell.isScalar, let value = value(cell) { return value }
      }
    }
    return values(at: number).first
  }

  /// The first value at a path if it is a number rather than a text.
  public func number(at number: Int) -> Double? {
    if tree == nil, let field = plain[number] {
      let (cell, isWhole) = cell(of: field)
      if isWhole || field.isPlain, cell.kind != .tree { return cell.kind == .number ? cell.number : nil }
    }
    return value(at: number)?.number
  }

  // MARK: Cells

  /// The cell that a plain path leads to, and whether the path is its name.
  private func cell(of field: PathBinding.Field) -> (cell: Cell, isWhole: Bool) {
    let whole = cell(field.whole)
    return whole.kind == .none ? (cell(field.start), false) : (whole, true)
  }

  /// - Parameter index: -1 for a field that no record has.
  private func cell(_ index: Int) -> Cell {
    UInt(bitPattern: index) < UInt(bitPattern: cells.count) ? cells[index] : Cell()
  }

  /// - Parameter isWhole: whether a character that is white space with an accent makes a text, as
  ///   ``RecordPath/texts(in:)`` has it for a path that is the name of a field.
  private func text(_ cell: Cell, isWhole: Bool) -> String? {
    guard cell.kind == .text || cell.kind == .jsonText else {
      if cell.kind == .number, let digits = digits(of: cell) { return digits }
      guard let value = value(cell) else { return nil }
      if !isWhole, case .string(let text) = value, text.isBlank { return nil }
      return value.recordText
    }
    let text = trimmed(cell)
    guard !text.isEmpty else { return nil }
    let whole = Self.text(text, cell.kind).withFewMarks
    // White space that is not ASCII.
    guard text[0] >= 0x80 || text[text.count - 1] >= 0x80 else { return whole }
    if !isWhole, case .string(let text)? = value(cell), text.isBlank { return nil }
    let trimmed = whole.trimmed
    return trimmed.isEmpty ? nil : trimmed
  }

  /// A whole number as it is written, if that is short and not "-0" or "007".
  private func digits(of cell: Cell) -> String? {
    let bytes = UnsafeRawBufferPointer(rebasing: start[cell.start..<cell.start + cell.count])
    guard (1...15).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }),
      bytes[0] > 0x30 || bytes.count == 1
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes of a text without white space of ASCII around it.
  private func trimmed(_ cell: Cell) -> UnsafeRawBufferPointer {
    var (first, end) = (cell.start, cell.start + cell.count)
    while first < end, Self.isSpace(start[first]) { first += 1 }
    while first < end, Self.isSpace(start[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: start[first..<end])
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func text(_ bytes: UnsafeRawBufferPointer, _ kind: Cell.Kind) -> String {
    kind == .text ? TextEncoding.text(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  /// Nil for a missing one.
  private func value(_ cell: Cell) -> JSONValue? {
    switch cell.kind {
    case .none: return nil
    case .null: return .null
    case .no, .yes: return .bool(cell.kind == .yes)
    case .number:
      return cell.count == 0
        ? .number(cell.number)
        : JSONValue(cell.number, written: bytes, cell.start..<cell.start + cell.count)
    case .text, .jsonText:
      let text = UnsafeRawBufferPointer(rebasing: start[cell.start..<cell.start + cell.count])
      return .string(Self.text(text, cell.kind))
    case .quoted: return .string(TextEncoding.text(TableRows.unquoted(bytes, cell)))
    case .escaped:
      var reader = JSONReader(bytes, from: cell.start, repairsText: true)
      return ((try? reader.string()) ?? nil).map { .string($0) }
    case .tree:
      var reader = JSONReader(bytes, from: cell.start, repairsText: true)
      do throws(JSONError) {
        return try reader.value(within: RecordLimits.record, keeping: fields.names)
      } catch {
        excess.error = excess.error ?? error
        return .null
      }
    }
  }

  /// The record of a table as a tree.
  func object(_ names: [String]) -> JSONValue {
    var members = [String: JSONValue](minimumCapacity: names.count)
    for (index, name) in names.enumerated() where index < cells.count {
      if let value = value(cells[index]) { members[name] = value }
    }
    return .object(members)
  }

  // MARK: Fingerprint

  /// A hash of all fields of the record, also of those that were not asked for; see ``JSONValue/fingerprint``.
  public var fingerprint: UInt64 {
    if let object {
      var reader = JSONReader(bytes, from: object.start, repairsText: true)
      guard var members = (try? reader.value(within: RecordLimits.record))?.object else { return 0 }
      if isHashed, let hash = members[ConvertedRecords.hash]?.string {
        return hash.number(in: 0...UInt64.max, radix: 16) ?? 0
      }
      if let key = value(object.key) { members[JSONRecords.key] = key }
      return JSONValue.object(members).fingerprint
    }
    if let tree { return tree.fingerprint }
    var sum = RecordHash.Members()
    for index in 0..<min(cells.count, columns.count) { sum.add(columns[index], hash(cells[index])) }
    return sum.hash ?? 0
  }

  /// Nil for an empty value.
  private func hash(_ cell: Cell) -> UInt64? {
    guard cell.kind == .text else { return value(cell)?.filledFingerprint }
    let text = trimmed(cell)
    if text.isEmpty { return nil }
    if text.isASCII { return FNV1a.hash64(text) }
    return RecordHash.text(TextEncoding.text(text))
  }
}

extension String {
  /// Whether it has no character but white space.
  fileprivate var isBlank: Bool { !contains { !$0.isWhitespace } }
}
