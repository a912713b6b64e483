import Search

/// The ids that a show's entries have had, by their titles: what another source calls the same keeps its id, and
/// with it the favorites.
///
/// An entry whose own id is among them keeps that. Any other takes the id that its title had, unless an entry
/// before it has it: of two with one title, the first in the list takes it.
public struct KnownIDs: Sendable, Equatable {
  /// Ids that are remembered; further ones are not.
  public static let limit = 100_000

  private var idByTitle: [String: String] = [:]
  private var ids: Set<String> = []

  public init() {}

  /// - Parameter title: folded.
  func id(of title: [UInt8], own id: String) -> String {
    ids.contains(id) ? id : idByTitle[String(decoding: title, as: UTF8.self)] ?? id
  }

  /// Adds the titles and ids of a catalog that are not known yet.
  /// - Returns: whether there were any.
  public mutating func add(_ catalog: Catalog) -> Bool {
    let before = ids.count
    for entry in catalog.entries {
      guard ids.count < Self.limit else { break }
      add(entry.id, String(decoding: Folding.fold(entry.title), as: UTF8.self))
    }
    return ids.count > before
  }

  private mutating func add(_ id: String, _ title: String) {
    guard ids.insert(id).inserted, idByTitle[title] == nil, !title.isEmpty else { return }
    idByTitle[title] = id
  }

  // MARK: As a text

  /// A line for each: the id, a space and the folded title, which is missing where another id has it.
  public init(text: String) {
    for line in text.split(separator: "\n").prefix(Self.limit) {
      let parts = line.split(separator: " ", maxSplits: 1)
      add(String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  public var text: String {
    let titles = Dictionary(idByTitle.map { ($1, $0) }) { first, _ in first }
    return ids.sorted().map { "\($0) \(titles[$0] ?? "")\n" }.joined()
  }
}
