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
    let source = sources.list[0]
    let state = DiskState(of: path)
    let isReplacing = store.hasLastGood(of: source)
    let list = try store.read(
      source, at: 0, .location, at: path, isTolerant && isReplacing ? .guarding : .noting,
      expected: given == nil ? FeedAnswer.digest(ofFile: path) : nil, replacing: isReplacing
    ) { () throws(FeedError) in
      if let read = given?.take(path) { return read }
      return try FeedAnswer(path: path)
    }
    if isTolerant, let count = list.draft?.count,
      let served = store.lastGood(of: source)?.catalog.entries.count,
      SourceHistory.isShort(count, served: served)
    {
      throw .refused(SourceHistory.shortening(path, count, served: served))
    }
    var outcome = outcome(list)
    (outcome.isRefreshed, outcome.state) = (true, state)
    return outcome
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
      let list = try store.read(
        sources.list[0], at: 0, .bundled, at: bundled, .none, expected: FeedAnswer.digest(ofFile: bundled)
      ) { () throws(FeedError) in try FeedAnswer(path: bundled) }
      return outcome(list)
    } catch {
      log.warning("feed: the bundled data cannot be used: \(error)")
      return nil
    }
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
}

extension FeedError {
  /// A file that cannot be opened.
  fileprivate static func unopened(_ path: String, _ code: Int32) -> FeedError {
    // A missing file may be a misspelt address.
    let reason = code == ENOENT ? "no such file" : String(cString: strerror(code))
    return .unreadable(path: code == ENOENT ? path.withoutSecrets : path, reason: reason)
  }
}
