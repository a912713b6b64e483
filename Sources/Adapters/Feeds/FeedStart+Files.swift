import Catalogs
import Glibc
import System
import Text

/// Lists in files and folders, and the answers that ship with a show.
extension FeedStart {
  /// Checks that the file or folder in ``Sources/location`` can be opened, without reading it. A list that was served
  /// before may be missing: its drive may be late.
  public func check() throws(FeedError) {
    guard case .path(let path)? = sources.location, sources.list.count == 1, !(isTolerant && store.isUsed)
    else { return }
    if let builders = sources.list[0].builders { return try store.check(copy: path, sources: builders) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor >= 0 { close(descriptor) } else { throw .unopened(path, errno) }
  }

  /// The list of the file or folder in ``Sources/location``; nil if there is none.
  func located() throws(FeedError) -> Outcome? {
    guard case .path(let path)? = sources.location else { return nil }
    return try read(path)
  }

  private func read(_ path: String) throws(FeedError) -> Outcome {
    let state = DiskState(of: path)
    if let builders = sources.list[0].builders {
      let copy = try store.adopt(path, sources: builders)
      return Outcome(
        catalog: copy.catalog, origin: .location, digest: copy.digest, isKept: copy.isKept, isRefreshed: true,
        state: state)
    }
    return try store.onDisk { () throws(FeedError) in
      var outcome = Outcome(origin: .location, isRefreshed: true, state: state)
      outcome.digest = try build(given?.take(path), from: path, into: &outcome)
      return outcome
    }
  }

  /// The last good list of a file or folder that cannot be read now.
  func lastGood(_ error: FeedError) -> Outcome? {
    guard isTolerant, let (catalog, digest, takenAt) = store.lastGood(of: sources.list[0]) else { return nil }
    log.warning("feed: \(error); serving the last good list, \(catalog.entries.count) entries")
    return Outcome(
      catalog: catalog, origin: .snapshot, takenAt: takenAt, digest: digest, isKept: true, isRefreshed: true)
  }

  func shipped() -> Outcome? {
    guard let bundled else { return nil }
    do throws(FeedError) {
      var outcome = Outcome(origin: .bundled)
      _ = try build(nil, from: bundled, isShipped: true, into: &outcome)
      return outcome
    } catch {
      log.warning("feed: the bundled data cannot be used: \(error)")
      return nil
    }
  }

  /// Sets the catalog of a file or folder, kept or built, and returns the digest of its answer.
  ///
  /// A file whose catalog is kept is read in pieces and not copied.
  private func build(
    _ given: FeedAnswer?, from path: String, isShipped: Bool = false, into outcome: inout Outcome
  ) throws(FeedError) -> FeedAnswer.Digest {
    let seen = given == nil && store.isUsed ? FeedAnswer.digest(ofFile: path)?.digest : nil
    if let seen, outcome.takes(store.kept(seen, of: 0)) { return seen }
    let answer = if let given { given } else { try FeedAnswer(path: path) }
    let digest = answer.digest
    if digest != seen, outcome.takes(store.kept(digest, of: 0)) { return digest }
    let isReplacing = !isShipped && store.hasLastGood(of: sources.list[0])
    let draft = try store.build(
      answer, from: path, of: sources.list[0], at: 0,
      isShipped ? .none : isTolerant && isReplacing ? .guarding : .noting, replacing: isReplacing)
    if isTolerant, !isShipped, let served = store.lastGood(of: sources.list[0])?.catalog.entries.count,
      SourceHistory.isShort(draft.count, served: served)
    {
      throw .refused(SourceHistory.shortening(path, draft.count, served: served))
    }
    log.info("feed: \(draft.summary) from \(isShipped ? "the bundled data" : path)")
    (outcome.catalog, outcome.summary) = (store.keep(draft, of: 0), draft.summary)
    return digest
  }
}

extension FeedStart.Outcome {
  /// Takes a kept catalog, if there is one.
  fileprivate mutating func takes(_ kept: Catalog?) -> Bool {
    guard let kept else { return false }
    (catalog, isKept) = (kept, true)
    return true
  }
}

extension CatalogStore {
  /// The last good catalog of a source and its time, also one of another answer; nil if none is kept. It has no digest
  /// if another version of the program built it, so that it is built again.
  func lastGood(of source: CatalogSource) -> (catalog: Catalog, digest: FeedAnswer.Digest?, takenAt: Int)? {
    guard hasLastGood(of: source), let status = Self.status(path),
      let file = try? ArrayFile(path, version: Catalog.version)
    else { return nil }
    let isCurrent = source.positions.contains { settings(of: $0) == file.origin.settings }
    reading.edition.withLock { $0 = CatalogEdition(file.arrays) }
    let digest = isCurrent ? FeedAnswer.Digest(file.origin) : nil
    return (builder.catalog(of: file.arrays), digest, status.st_mtim.tv_sec)
  }

  func hasLastGood(of source: CatalogSource) -> Bool {
    guard let origin = try? ArrayFile.origin(of: path, version: Catalog.version) else { return false }
    return source.positions.contains { isUsable(origin, for: $0) }
  }

  /// Whether a catalog is of the settings of a source, also one that another version of the program built.
  func isUsable(_ origin: ArrayFile.Origin, for source: Int) -> Bool {
    (origin.settings ^ settings(of: source)) & Self.upperHalf == 0
  }

  /// Whether a catalog is kept, perhaps of other settings.
  public var isUsed: Bool { access(path, F_OK) == 0 }

  /// Builds the catalog of a file or folder.
  /// - Parameter isReplacing: whether it would replace a good list, which an empty one does not.
  func build(
    _ answer: FeedAnswer, from path: String, of source: CatalogSource, at index: Int,
    _ comparison: Comparison, replacing isReplacing: Bool
  ) throws(FeedError) -> CatalogDraft {
    do throws(FeedError) {
      for note in answer.notes { log.warning(source.line(note)) }
      let draft = try build(answer, of: source, at: index, comparison)
      if isReplacing, draft.count == 0 { throw .refused("it has no entries") }
      return draft
    } catch {
      switch error {
      case .unreadable, .noSpace, .changed: throw error
      default: throw .unreadable(path: path, reason: error.description)
      }
    }
  }
}

extension FeedError {
  /// A file that cannot be opened.
  fileprivate static func unopened(_ path: String, _ code: Int32) -> FeedError {
    // A missing file may be a misspelt address.
    let reason = code == ENOENT ? "no such file" : String(cString: strerror(code))
    return .unreadable(path: code == ENOENT ? path.withoutSecrets : path, reason: reason)
  }
}
