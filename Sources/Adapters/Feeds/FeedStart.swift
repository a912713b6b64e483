public import Catalogs
public import System

/// The initial catalogue of a show.
///
/// Taken from the first of these that has usable data: the file or folder in ``Sources/location``, the snapshot, the
/// bundled data, the sources themselves. A catalog that is kept in a file is opened instead of being built. A snapshot
/// that cannot be used is set aside.
public struct FeedStart: Sendable {
  let sources: Sources
  let store: CatalogStore
  var bundled: String?
  private let now: @Sendable () -> Int
  let log: any Log
  /// Whether the last good list of a file or folder is served while that cannot be read.
  public var isTolerant = false
  /// The list in a file, if it has just been read.
  public var given: ReadAnswer?

  /// The data to serve first.
  public struct Outcome: Sendable {
    /// Nil for a show without entries.
    public internal(set) var catalog: Catalog?
    public let origin: Origin
    /// Seconds since 1970; nil for bundled data and the user's own files, which have no such time.
    public internal(set) var takenAt: Int?
    /// The digest of the source's answer that is served; nil for other data.
    public internal(set) var digest: FeedAnswer.Digest?
    /// The position of that source: 0 for the show's own feed, 1 for the first alternative.
    public internal(set) var source = 0
    /// Whether the catalog was kept in a file, so that nothing was built.
    var isKept = false
    /// The number of entries, and of skipped ones for each reason; nil if nothing was built.
    public internal(set) var summary: String?
    /// Whether the sources are to be asked from here on, and files and folders watched.
    public internal(set) var isRefreshed = false
    /// The state of the file or folder of which the catalog is.
    var state: DiskState?
    /// The requests of an answer that was asked for just now.
    var requests: AskedRequests?

    /// The outcome for a show that goes on serving what it has.
    static let unknown = Outcome(origin: .snapshot, isRefreshed: true)
    /// The outcome for a show without entries.
    public static let empty = Outcome(origin: .nowhere)
    /// The outcome for a show whose sources have just failed, and are asked again later.
    public static let failed = Outcome(origin: .nowhere, isRefreshed: true)

    var count: Int { catalog?.entries.count ?? 0 }
  }

  public enum Origin: Sendable {
    /// The file or folder in ``Sources/location``.
    case location
    case snapshot
    case bundled
    /// A source, asked just now.
    case feed
    case nowhere
  }

  /// - Parameters:
  ///   - store: builds and keeps the catalog.
  ///   - bundled: the path of the answers that ship with the show.
  public init(
    _ sources: Sources, store: CatalogStore, bundled: String? = nil,
    now: @escaping @Sendable () -> Int = RefreshTiming.clock, log: any Log
  ) {
    self.sources = sources
    self.store = store
    self.bundled = bundled
    self.now = now
    self.log = log
  }

  /// - Parameter way: used only if there is no other data; blocks for as long as its rules allow.
  public func begin(asking way: FeedSource) throws(FeedError) -> Outcome {
    do throws(FeedError) {
      if let outcome = try located() { return outcome }
    } catch {
      if let outcome = lastGood(error) { return outcome }
      guard sources.list.count > 1 else { throw error }
      log.warning("feed: \(error)")
    }
    let mayAsk = mayAsk
    guard var outcome = kept() ?? built() ?? shipped() else {
      guard mayAsk else { throw .nothingToServe }
      return try ask(way)
    }
    outcome.isRefreshed = mayAsk
    return outcome
  }

  /// The data on disk; nil if there is none.
  func again() throws(FeedError) -> Outcome? {
    var outcome: Outcome?
    do throws(FeedError) {
      outcome = try located()
    } catch {
      guard sources.list.count > 1 else { throw error }
      log.warning("feed: \(error)")
    }
    if outcome == nil {
      outcome = kept() ?? built() ?? shipped()
      outcome?.isRefreshed = mayAsk
    }
    if outcome?.isKept == true { log.info("feed: the data is unchanged; nothing was built") }
    return outcome
  }

  /// Whether the sources may be asked; logs the obstacle if the only one cannot be.
  private var mayAsk: Bool {
    if sources.isOffline { return false }
    guard let obstacle = sources.list[0].feed.obstacle, sources.list.count == 1 else { return true }
    log.warning("feed: \(obstacle)")
    return false
  }

  /// The sources with a snapshot, the youngest first.
  private var keptSources: [Int] {
    sources.list.indices.compactMap { index in sources.list[index].snapshot.keptAt.map { (index, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0)
  }

  /// The kept catalog of the youngest snapshot.
  private func kept() -> Outcome? {
    guard let index = keptSources.first, let (digest, takenAt) = sources.list[index].snapshot.digest(),
      let catalog = store.kept(digest, of: index)
    else { return nil }
    return Outcome(
      catalog: catalog, origin: .snapshot, takenAt: takenAt, digest: digest, source: index,
      isKept: true)
  }

  /// The catalog of the youngest snapshot that can be used.
  private func built() -> Outcome? {
    for index in keptSources {
      let source = sources.list[index]
      do throws(FeedError) {
        let built = try store.onDisk { () throws(FeedError) in
          guard let (answer, takenAt) = try source.snapshot.load() else { return (CatalogDraft, Int)?.none }
          return (try store.build(answer, of: source, at: index, .noting), takenAt)
        }
        guard let (draft, takenAt) = built else { continue }
        log.info(source.line("\(draft.summary) from the snapshot"))
        return Outcome(
          catalog: store.keep(draft, of: index), origin: .snapshot, takenAt: takenAt, digest: draft.digest,
          source: index, summary: draft.summary)
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

  /// The answer of the first source that gives a good one.
  /// - Throws: the error of the show's own feed.
  private func ask(_ way: FeedSource) throws(FeedError) -> Outcome {
    var failure: FeedError?
    var way = way
    for (position, source) in sources.asked.enumerated() {
      let requests = AskedRequests()
      way.requests = requests
      do throws(FeedError) {
        let (answer, draft) = try store.onDisk { () throws(FeedError) in
          let answer = try source.ask(way, log)
          return (answer, try store.build(answer, of: source, at: position, .noting))
        }
        log.info(source.line(draft.summary))
        source.keep(answer, log)
        return Outcome(
          catalog: store.keep(draft, of: position), origin: .feed, takenAt: now(), digest: draft.digest,
          source: position, summary: draft.summary, isRefreshed: true, requests: requests)
      } catch {
        if error == .fetch(.cancelled) { throw error }
        if sources.list.count > 1 { log.warning("\(source.label): \(error)") }
        failure = failure ?? error
      }
    }
    throw failure ?? .nothingToServe
  }
}
