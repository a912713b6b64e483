public import JSON

/// The paths that are read of each record, each with a number.
public struct RecordFields: Sendable {
  public private(set) var paths: [RecordPath] = []
  /// All names that the paths read in a record.
  private(set) var names: Set<String>

  /// - Parameter members: names of members that are read of values that are objects.
  public init(members: Set<String> = []) {
    names = members
  }

  /// The number of a path.
  public mutating func add(_ path: RecordPath) -> Int {
    if let known = paths.firstIndex(of: path) { return known }
    paths.append(path)
    names.formUnion(path.names)
    return paths.count - 1
  }

  /// A text made of paths.
  public mutating func add(_ text: RecordText) -> RecordField {
    if text.isPath, let path = text.paths.first { return RecordField(path: add(path), pieces: []) }
    return RecordField(
      path: nil,
      pieces: text.pieces.map { piece in
        switch piece {
        case .text(let text): .text(text)
        case .path(let path): .path(add(path))
        }
      })
  }
}

/// A ``RecordText`` whose paths are numbers of ``RecordFields``.
public struct RecordField: Sendable {
  enum Piece: Sendable {
    case text(String)
    case path(Int)
  }

  /// The number of its path; nil for a template.
  let path: Int?
  let pieces: [Piece]
  /// Whether it is a path rather than a template.
  public var isPath: Bool { path != nil }

  /// All texts of a path, or the text of a template.
  public func texts(of record: borrowing Record) -> Record.Texts {
    if let path { return record.texts(at: path) }
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let literal): text += literal
      case .path(let path):
        guard let value = record.texts(at: path).first else { return .none }
        text += value
      }
    }
    return .one(text)
  }

  /// The texts of a template's paths, with spaces between them; nil if there is none.
  public func parts(of record: borrowing Record) -> String? {
    var parts: [String] = []
    for case .path(let path) in pieces {
      if let text = record.texts(at: path).first { parts.append(text) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The first text; nil if there is none.
  public func text(of record: borrowing Record) -> String? { texts(of: record).first }

  /// The first value as a number; nil if it is none.
  public func number(of record: borrowing Record) -> Double? {
    if let path, let number = record.value(at: path)?.number { return number }
    return text(of: record).flatMap(Double.init)
  }

  /// All values of a path, or the text of a template.
  public func values(of record: borrowing Record) -> [JSONValue] {
    if let path { return record.values(at: path) }
    return text(of: record).map { [.string($0)] } ?? []
  }
}
