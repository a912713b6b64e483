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
    if let outcome = try stored(orLastGood: true) { return outcome }
    guard mayAsk else { throw .nothingToServe }
    return try ask(way)
  }

  /// The data on disk; nil if there is none.
  /// - Parameter orLastGood: whether that is served if the file or folder cannot be read.
  func stored(orLastGood: Bool = false) throws(FeedError) -> Outcome? {
    do throws(FeedError) {
      if let outcome = try located() { return outcome }
    } catch {
      if orLastGood, let outcome = lastGood(error) { return outcome }
      guard sources.list.count > 1 else { throw error }
      log.warning("feed: \(error)")
    }
    var outcome = snapshot() ?? shipped()
    outcome?.isRefreshed = mayAsk
    return outcome
  }

  /// Whether the sources may be asked; logs the obstacle if the only one cannot be.
  private var mayAsk: Bool {
    if sources.isOffline { return false }
    guard let obstacle = sources.list[0].feed.obstacle, sources.list.count == 1 else { return true }
    log.warning("feed: \(obstacle)")
    return false
  }

  /// The list of the youngest snapshot that can be used.
  private func snapshot() -> Outcome? {
    let kept = sources.list.indices
      .compactMap { index in sources.list[index].snapshot.keptAt.map { (index, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    for (index, keptAt) in kept {
      let source = sources.list[index]
      do throws(FeedError) {
        let list = try store.read(
          source, at: index, .snapshot, .noting, expected: source.snapshot.digest(), source.snapshot.load)
        return outcome(list, takenAt: Int(keptAt))
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
        let list = try store.read(source, at: position, .feed, .noting) { () throws(FeedError) in
          try source.ask(way, log)
        }
        var outcome = outcome(list, takenAt: now())
        (outcome.isRefreshed, outcome.requests) = (true, requests)
        return outcome
      } catch {
        if error == .fetch(.cancelled) { throw error }
        if sources.list.count > 1 { log.warning("\(source.label): \(error)") }
        failure = failure ?? error
      }
    }
    throw failure ?? .nothingToServe
  }

  /// Keeps a list.
  func outcome(_ list: ReadList, takenAt: Int? = nil) -> Outcome {
    Outcome(
      catalog: store.keep(list, log), origin: list.origin, takenAt: takenAt,
      digest: list.origin == .bundled ? nil : list.digest, source: list.index, isKept: list.isKept,
      summary: list.draft?.summary)
  }
}
