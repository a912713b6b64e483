import Catalogs
import System

/// A list that was read: the one that is served, one that was kept before, or one that has just been built.
struct ReadList {
  let source: CatalogSource
  /// The position of the source.
  let index: Int
  let origin: FeedStart.Origin
  let digest: FeedAnswer.Digest
  /// The answer of the network, which is kept when the list is.
  var answer: FeedAnswer?
  var kept: Catalog?
  var draft: CatalogDraft?
  /// Whether its catalogue file was there already, so that nothing was built or copied.
  var isKept = false

  /// Nil for the list that is served.
  var count: Int? { draft?.count ?? kept?.entries.count }
}

/// The life of a list, the same at a start, a visit, a reload and for a watched file: an answer is known by its digest,
/// or built; the caller decides whether it is served; then it is kept.
extension CatalogStore {
  /// Reads the list of a source; changes no file, except that a catalogue file is copied.
  /// - Parameters:
  ///   - path: of the file or folder of the answer; nil for one of the network, and a snapshot.
  ///   - served: the digest of the list that is served, which is not built again.
  ///   - expected: the digest of the answer, which is not read then if its list is kept.
  ///   - isNew: whether it is built even if it is kept.
  ///   - isReplacing: whether it would replace a good list, which an empty one in a file does not.
  func read(
    _ source: CatalogSource, at index: Int, _ origin: FeedStart.Origin, at path: String? = nil,
    _ comparison: Comparison, served: FeedAnswer.Digest? = nil,
    expected: @autoclosure () -> FeedAnswer.Digest? = nil,
    isNew: Bool = false, replacing isReplacing: Bool = false, _ ask: () throws(FeedError) -> FeedAnswer
  ) throws(FeedError) -> ReadList {
    if let builders = source.builders, let path { return try adopt(path, of: source, builders) }
    let expected = isUsed ? expected() : nil
    if let expected, let known = kept(expected, of: index) {
      return ReadList(
        source: source, index: index, origin: origin, digest: expected, kept: known, isKept: true)
    }
    return try onDisk { () throws(FeedError) in
      let answer = try ask()
      var list = ReadList(source: source, index: index, origin: origin, digest: answer.digest)
      if origin == .feed { list.answer = answer }
      if list.digest == served { return list }
      if !isNew, list.digest != expected, let known = kept(list.digest, of: index) {
        (list.kept, list.isKept) = (known, true)
        return list
      }
      guard let path else {
        list.draft = try build(answer, of: source, at: index, comparison)
        return list
      }
      do throws(FeedError) {
        for note in answer.notes { log.warning(source.line(note)) }
        list.draft = try build(answer, of: source, at: index, comparison)
        if isReplacing, list.count == 0 { throw .refused("it has no entries") }
        return list
      } catch {
        switch error {
        case .unreadable, .noSpace, .changed: throw error
        default: throw .unreadable(path: path, reason: error.description)
        }
      }
    }
  }

  /// Keeps a list with its answer, and returns the catalog to serve; nil for the one that is served.
  func keep(_ list: ReadList, _ log: any Log) -> Catalog? {
    let source = list.source
    if let draft = list.draft {
      let origin =
        switch list.origin {
        case .feed, .nowhere: ""
        case .snapshot: " from the snapshot"
        case .location: " from \(source.path ?? "")"
        case .bundled: " from the bundled data"
        }
      log.info(source.line(draft.summary + origin))
    }
    if let answer = list.answer {
      if list.count == nil { source.confirm(answer, log) } else { source.keep(answer, log) }
    }
    return list.draft.map { keep($0, of: list.index) } ?? list.kept
  }
}
