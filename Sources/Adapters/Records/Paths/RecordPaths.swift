public import JSON

/// The paths that records have, collected from one after the other.
public struct RecordPaths: Sendable {
  /// How many records have each.
  private var counts: [String: Int] = [:]

  /// Objects within one another that are looked into.
  static let depth = 5
  /// Different paths that are kept; no list is known that has half as many.
  static let limit = 1_000

  public init() {}

  /// In the order of the alphabet.
  public var paths: [String] { counts.keys.sorted() }

  /// How many records have a path.
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
