public import JSON

/// A text made of a record: the values at a path, or a template in which `{path}` stands for one of them, and `{#}` for
/// the record's number.
public struct RecordText: Sendable, Hashable {
  enum Piece: Sendable, Hashable {
    case text(String)
    case path(RecordPath)
  }

  public let source: String
  let pieces: [Piece]
  /// Whether it is a path rather than a template.
  public let isPath: Bool

  /// - Returns: nil if the source is neither a path nor a template.
  public init?(_ source: String) {
    self.source = source
    // A name in quotation marks may have braces.
    if let path = RecordPath(source) {
      pieces = [.path(path)]
      isPath = true
      return
    }
    isPath = false
    guard source.contains("{") else { return nil }
    var pieces: [Piece] = []
    var rest = source[...]
    while let start = rest.firstIndex(of: "{") {
      guard let end = rest[start...].firstIndex(of: "}"),
        let path = RecordPath(String(rest[rest.index(after: start)..<end]))
      else { return nil }
      if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
      pieces.append(.path(path))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.pieces = pieces
  }

  /// In a template, the number of the record, unless it has a field of that name.
  public static let numberPath = RecordPath("#")

  public var paths: [RecordPath] {
    pieces.compactMap { if case .path(let path) = $0 { path } else { nil } }
  }
}

/// The paths of records, collected from one record after the other.
public struct RecordPaths: Sendable {
  private var counts: [String: Int] = [:]

  /// Nesting of objects that are searched.
  static let depth = 5
  /// Different paths that are kept; known lists have less than half as many.
  static let limit = 1_000

  public init() {}

  /// Sorted.
  public var paths: [String] { counts.keys.sorted() }

  /// The number of records with a path.
  public func count(of path: String) -> Int { counts[path] ?? 0 }

  public mutating func take(_ record: JSONValue) {
    var found: Set<String> = []
    Self.collect(record, at: [], into: &found)
    for path in found where counts[path] != nil || counts.count < Self.limit { counts[path, default: 0] += 1 }
  }

  private static func collect(_ value: JSONValue, at names: [String], into found: inout Set<String>) {
    switch value {
    case .object(let members) where names.count < depth:
      for (name, member) in members { collect(member, at: names + [name], into: &found) }
    case .array(let elements): for element in elements.prefix(3) { collect(element, at: names, into: &found) }
    case .null: return
    default: break
    }
    if !names.isEmpty { found.insert(RecordPath.written(names)) }
  }
}

extension RecordText {
  /// The label of a path's values on a page, made of its names; nil for a template.
  public var label: String? {
    guard isPath, case .path(let path)? = pieces.first, let first = path.alternatives.first else {
      return nil
    }
    let names = first.steps.compactMap { if case .name(let name) = $0 { name } else { nil } }
    return FieldLabel().label(of: names) { _ in false }
  }
}
