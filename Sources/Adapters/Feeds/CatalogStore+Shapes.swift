import Catalogs
import Glibc
public import System

/// The shapes of the last good lists, which others are compared with. They are an array of the catalogue file, by hashes of the
/// settings of each source: a changed show's file has none, so its list is taken as it is.
extension CatalogStore {
  /// The strictness with which a list is compared with the last good one.
  enum Comparison {
    /// Bundled data is not compared.
    case none
    /// A change of shape is told.
    case telling
    /// A list without titles or ids is refused, and any other change is told.
    case refusing
  }

  static let shapes = "shapes"

  /// The file that stands for the operator's consent to the next list.
  private static let consent = "accepted"

  /// The key of a source's shape.
  private func key(of source: Int) -> UInt64 { settings(of: source) & Self.upperHalf }

  /// The last good shapes, those of earlier settings included.
  private var shapes: ListShapes {
    reading.shapes.withLock { shapes in
      if let shapes { return shapes }
      let file = try? ArrayFile(path, version: Catalog.version)
      let read = ListShapes(file?.arrays.numbers(Self.shapes) ?? Numbers())
      shapes = read
      return read
    }
  }

  /// The changes of a source's list that are served all the same; nil if there are none.
  func changes(of source: Int) -> String? {
    let changes = shapes.byKey[key(of: source)]?.changes ?? []
    return changes.isEmpty ? nil : changes.joined(separator: "; ")
  }

  /// The array of the shapes with that of a draft.
  func shapes(with draft: CatalogDraft, of source: Int) -> [UInt8] {
    var all = shapes
    if let shape = draft.content.shape, draft.isShaped { all.byKey[key(of: source)] = shape }
    // A show has at most four alternatives.
    let keys = Set((0..<5).map(key))
    all.byKey = all.byKey.filter { keys.contains($0.key) }
    reading.shapes.withLock { $0 = all }
    return all.bytes
  }

  // MARK: Consent

  /// Whether the operator accepts the next list as it is.
  var isAccepting: Bool { access("\(folder)/\(Self.consent)", F_OK) == 0 }

  /// Notes the operator's consent to the next list.
  public func accept() throws(SystemError) {
    try FileReplacement(of: "\(folder)/\(Self.consent)", by: "\(folder)/\(Self.consent).new").write([])
  }

  func endConsent() { unlink("\(folder)/\(Self.consent)") }

  // MARK: Comparing

  /// Compares a list with the last good one of its source, and notes its shape.
  /// - Throws: ``FeedError/changed(_:)`` for a list that is refused.
  func compare(
    _ draft: inout CatalogDraft, _ answer: FeedAnswer, of source: CatalogSource, at index: Int,
    _ comparison: Comparison
  ) throws(FeedError) {
    guard var shape = draft.content.shape else { return }
    draft.isShaped = true
    shape.note(draft.built, skipped: draft.content.skippedCount)
    defer { draft.content.shape = shape }
    guard !isAccepting, let old = shapes.byKey[key(of: index)] else { return }
    let name = source.name
    let changes = try source.feed.changes(of: answer, since: old, to: shape)
    if comparison == .refusing {
      if let vital = changes.lost.first(where: { Self.isVital($0.key) }) {
        throw .changed("\(name) \(vital.words)\(serving(old))")
      }
      if shape.skipped > 0.1, old.skipped <= 0.1 {
        throw .changed(
          "\(draft.content.skippedCount) of \(draft.content.skippedCount + draft.count) records of \(name) "
            + "cannot be shown\(draft.content.skippedSummary)\(serving(old))")
      }
    }
    shape.changes = changes.lost.map { key, words in
      shape.fields[key] = old.fields[key]
      return "\(name) \(words), the path of \(Self.use(of: key))"
    }
    if let words = changes.otherIDs {
      shape.ids = old.ids
      shape.changes.append("\(name) \(words)")
    }
    for change in shape.changes where !old.changes.contains(change) {
      log.warning("\(source.label): \(change)")
    }
  }

  /// The reason why an answer that cannot be read is refused: that of a changed shape, if it has lost its titles or ids.
  func refusal(
    _ error: FeedError, of answer: FeedAnswer, _ source: CatalogSource, at index: Int
  ) -> FeedError {
    guard case .refused = error, !isAccepting, let old = shapes.byKey[key(of: index)],
      let changes = try? source.feed.changes(of: answer, since: old, to: nil),
      let vital = changes.lost.first(where: { Self.isVital($0.key) })
    else { return error }
    return .changed("\(source.name) \(vital.words)\(serving(old))")
  }

  private static func isVital(_ key: String) -> Bool {
    key.hasPrefix("feed.entry.title=") || key.hasPrefix("feed.entry.id=")
  }

  /// The use of a path, such as `"Born"` or `the description`.
  private static func use(of key: String) -> String {
    let place = key.prefix { $0 != "=" }
    let fact = "feed.facts."
    return place.hasPrefix(fact) ? "\"\(place.dropFirst(fact.count))\"" : "the \(place.dropFirst(11))"
  }

  /// The list that is served in place of a refused one.
  private func serving(_ old: ListShape) -> String {
    let day = Self.status(path).map { " of \(CivilTime($0.st_mtim.tv_sec).dayText)" } ?? ""
    return "; still serving \(old.count == 1 ? "1 entry" : "\(old.count) entries")\(day)"
  }
}
