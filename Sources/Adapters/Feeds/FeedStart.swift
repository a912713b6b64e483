public import Catalogs
public import System

/// The initial catalogue of a show.
///
/// Taken from the first of these that has usable data: the file or folder in ``Sources/location``, the edition that
/// replicas share, the snapshot, the bundled data, the sources themselves. A snapshot that cannot be used is set
/// aside.
public struct FeedStart: Sendable {
  private let sources: Sources
  private let kept: KeptCatalog?
  private let bundled: String?
  private let now: @Sendable () -> Int
  private let log: any Log

  /// The data to serve first.
  public struct Outcome: Sendable {
    /// Nil if ``catalog`` was kept.
    public internal(set) var content: FeedContent?
    /// The kept catalog of the snapshot; nil if it is to be built of ``content``.
    public internal(set) var catalog: Catalog?
    public let origin: Origin
    /// Seconds since 1970; nil for bundled data and the user's own files, which have no such time.
    public internal(set) var takenAt: Int?
    /// The digest of the source's answer that is served; nil for other data.
    public internal(set) var digest: FeedAnswer.Digest?
    /// The position of that source: 0 for the show's own feed, 1 for the first alternative.
    public internal(set) var source = 0
    /// Whether the sources are to be asked from here on.
    public internal(set) var isRefreshed = false

    /// The outcome for a show without entries.
    public static let empty = Outcome(content: FeedContent(entries: []), origin: .nowhere)
    /// The outcome for a replica that waits for the first answer.
    public static let awaited = Outcome(
      content: FeedContent(entries: []), origin: .awaited, isRefreshed: true)

    var count: Int { catalog?.entries.count ?? content?.entries.count ?? 0 }
  }

  public enum Origin: Sendable {
    /// The file or folder in ``Sources/location``.
    case location
    case snapshot
    case bundled
    /// A source, asked just now.
    case feed
    case nowhere
    /// Nowhere yet: this replica or another will ask the sources.
    case awaited
  }

  /// - Parameters:
  ///   - kept: the snapshot's catalog; nil if every start builds it.
  ///   - bundled: the path of the answers that ship with the show.
  public init(
    _ sources: Sources, kept: KeptCatalog? = nil, bundled: String? = nil,
    now: @escaping @Sendable () -> Int = RefreshTiming.clock, log: any Log
  ) {
    self.sources = sources
    self.kept = kept
    self.bundled = bundled
    self.now = now
    self.log = log
  }

  /// - Parameter way: used only if there is no other data; blocks for as long as its rules allow.
  public func begin(asking way: FeedSource) throws(FeedError) -> Outcome {
    if let outcome = try located() { return outcome }
    let mayAsk = mayAsk
    guard var outcome = shared() ?? built() ?? decodedSnapshot() ?? shipped() else {
      guard mayAsk else { throw .nothingToServe }
      return sources.sharing == nil ? try ask(way) : .awaited
    }
    outcome.isRefreshed = mayAsk
    return outcome
  }

  private func located() throws(FeedError) -> Outcome? {
    guard case .path(let path)? = sources.location else { return nil }
    do throws(FeedError) {
      let (content, digest) = try decode(path)
      log.info("feed: \(content.summary) from \(path)")
      return Outcome(
        content: content, origin: .location, digest: digest,
        isRefreshed: sources.list[0].feed.refreshesFolders && FeedAnswer.isFolder(path))
    } catch {
      guard sources.list.count > 1 else { throw error }
      log.warning("feed: \(error)")
      return nil
    }
  }

  /// Whether the sources may be asked; logs the obstacle if the only one cannot be.
  private var mayAsk: Bool {
    if sources.isOffline { return false }
    guard let obstacle = sources.list[0].feed.obstacle, sources.list.count == 1 else { return true }
    log.warning("feed: \(obstacle)")
    return false
  }

  /// The data of other replicas; nil if there is none, it cannot be read, or the own snapshot is the same.
  private func shared() -> Outcome? {
    guard let sharing = sources.sharing else { return nil }
    do throws(SharedEditionError) {
      guard let head = try sharing.look(leading: false).head, head.isShared,
        sources.list.indices.contains(head.source)
      else { return nil }
      let source = sources.list[head.source]
      if sources.list.count == 1, source.snapshot.digest()?.digest == head.digest {
        source.snapshot.date(head.takenAt)
        return nil
      }
      guard let content = try sharing.take(head, of: source, log) else { return nil }
      return Outcome(
        content: content, origin: .snapshot, takenAt: head.takenAt, digest: head.digest, source: head.source)
    } catch {
      log.warning("shared edition: \(error)")
      return nil
    }
  }

  /// The kept catalog of the snapshot; nil with alternatives, on whose entries the ids depend.
  private func built() -> Outcome? {
    guard sources.list.count == 1, let kept, kept.isThere,
      let (digest, takenAt) = sources.list[0].snapshot.digest(), let catalog = kept.load(of: digest, log)
    else { return nil }
    log.info("feed: \(catalog.entries.count) entries from the index beside the snapshot")
    return Outcome(catalog: catalog, origin: .snapshot, takenAt: takenAt, digest: digest)
  }

  /// The youngest snapshot that can be used.
  private func decodedSnapshot() -> Outcome? {
    let times = sources.list.indices.compactMap { index in
      sources.list[index].snapshot.keptAt.map { (index, $0) }
    }
    for (index, _) in times.sorted(by: { ($1.1, $0.0) < ($0.1, $1.0) }) {
      let source = sources.list[index]
      do throws(FeedError) {
        guard let (answer, takenAt) = try source.snapshot.load() else { continue }
        let content = try source.feed.decode(answer)
        log.info(source.line("\(content.summary) from the snapshot"))
        return Outcome(
          content: content, origin: .snapshot, takenAt: takenAt, digest: answer.digest, source: index)
      } catch {
        if case .refused = error, let path = source.snapshot.setAside(at: now()) {
          log.warning("\(source.label): the snapshot cannot be used and was moved to \(path): \(error)")
        } else {
          log.warning("\(source.label): the snapshot cannot be used: \(error)")
        }
      }
    }
    return nil
  }

  private func shipped() -> Outcome? {
    guard let bundled else { return nil }
    do throws(FeedError) {
      let content = try decode(bundled).content
      log.info("feed: \(content.summary) from the bundled data")
      return Outcome(content: content, origin: .bundled)
    } catch {
      log.warning("feed: the bundled data cannot be used: \(error)")
      return nil
    }
  }

  /// The answer of the first source that gives a good one.
  /// - Throws: the error of the show's own feed.
  private func ask(_ way: FeedSource) throws(FeedError) -> Outcome {
    var failure: FeedError?
    for (position, source) in sources.asked.enumerated() {
      do throws(FeedError) {
        let answer = try source.ask(way, log)
        let content = try source.content(of: answer)
        log.info(source.line(content.summary))
        source.keep(answer, log)
        return Outcome(
          content: content, origin: .feed, takenAt: now(), digest: answer.digest, source: position,
          isRefreshed: true)
      } catch {
        if error == .fetch(.cancelled) { throw error }
        if sources.list.count > 1 { log.warning("\(source.label): \(error)") }
        failure = failure ?? error
      }
    }
    throw failure ?? .nothingToServe
  }

  private func decode(_ path: String) throws(FeedError) -> (content: FeedContent, digest: FeedAnswer.Digest) {
    do throws(FeedError) {
      let answer = try FeedAnswer(path: path)
      return (try sources.list[0].feed.decode(answer), answer.digest)
    } catch {
      if case .unreadable = error { throw error }
      throw .unreadable(path: path, reason: error.description)
    }
  }
}
