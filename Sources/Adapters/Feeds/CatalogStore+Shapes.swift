import Catalogs
import Glibc
public import System

/// The shapes of the last good lists, which others are compared with. They are an array of the catalogue file, by hashes of the
/// settings of each source: a changed show's file has none, so its list is taken as it is.
extension CatalogStore {
  /// The last good list, for comparison.
  enum Comparison {
    /// Bundled data: with nothing.
    case none
    /// With nothing, but the next one is compared with it.
    case noting
    /// With the last good list, which it must not have lost a field of.
    case guarding
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

  /// Notes the shape of a list, and compares it with that of the last good one of its source: a path of the show's file
  /// that found values must find some, and not more than a tenth of the records may be left out.
  /// - Throws: ``FeedError/changed(_:)`` for a list that is refused.
  func compare(
    _ draft: inout CatalogDraft, _ answer: FeedAnswer, of source: CatalogSource, at index: Int,
    _ comparison: Comparison
  ) throws(FeedError) {
    guard var shape = draft.content.shape else { return }
    shape.note(count: draft.count, skipped: draft.content.skippedCount)
    (draft.isShaped, draft.content.shape) = (true, shape)
    guard comparison == .guarding, !isAccepting, let old = shapes.byKey[key(of: index)] else { return }
    if let words = try source.feed.loss(of: answer, since: old, to: shape) {
      throw .changed("\(source.name) \(words)\(serving(old))")
    }
    if shape.skipped > 0.1, old.skipped <= 0.1 {
      throw .changed(
        "\(draft.content.skippedCount) of \(draft.content.skippedCount + draft.count) records of \(source.name) "
          + "cannot be shown\(draft.content.skippedSummary)\(serving(old))")
    }
  }

  /// The reason why an answer that cannot be read is refused: the lost field, if there is one.
  func refusal(
    _ error: FeedError, of answer: FeedAnswer, _ source: CatalogSource, at index: Int
  ) -> FeedError {
    guard case .refused = error, !isAccepting, let old = shapes.byKey[key(of: index)],
      let words = (try? source.feed.loss(of: answer, since: old, to: nil)) ?? nil
    else { return error }
    return .changed("\(source.name) \(words)\(serving(old))")
  }

  /// The list that is served in place of a refused one.
  private func serving(_ old: ListShape) -> String {
    let day = Self.status(path).map { " of \(CivilTime($0.st_mtim.tv_sec).dayText)" } ?? ""
    return "; still serving \(old.count == 1 ? "1 entry" : "\(old.count) entries")\(day)"
  }
}
