public import JSON

/// The paths that records have, collected from one after the other.
public struct RecordPaths: Sendable {
  private var known: Set<String> = []

  /// Objects within one another that are looked into.
  static let depth = 5
  /// Different paths that are kept; no list is known that has half as many.
  static let limit = 1_000

  public init() {}

  /// In the order of the alphabet.
  public var paths: [String] { known.sorted() }

  public mutating func take(_ record: JSONValue) {
    take(record, at: [])
  }

  private mutating func take(_ value: JSONValue, at names: [String]) {
    switch value {
    case .object(let members) where names.count < Self.depth:
      for (name, member) in members { take(member, at: names + [name]) }
    case .array(let elements): for element in elements.prefix(3) { take(element, at: names) }
    case .null: return
    default: break
    }
    if !names.isEmpty, known.count < Self.limit { known.insert(RecordPath.written(names)) }
  }
}
