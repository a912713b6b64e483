public import Catalogs

/// Finds what a show serves first.
///
/// In this order: the file or folder that the user named; the snapshot; the bundled data; the feed itself.
/// A snapshot that cannot be used is set aside; that and everything else that went wrong is logged.
public struct FeedStart: Sendable {
  private let feed: any Feed
  private let location: FeedLocation?
  private let isOffline: Bool
  private let snapshot: Snapshot
  private let kept: KeptCatalog?
  private let bundled: String?
  private let now: @Sendable () -> Int
  private let report: @Sendable (String) -> Void
  private let warn: @Sendable (String) -> Void

  /// What is served first, and whom to ask for more.
  public struct Outcome: Sendable {
    /// Nil if the catalog itself was kept, which is then ``catalog``.
    public let content: FeedContent?
    /// The catalog of the snapshot as it was built before; nil if it is to be built of the content.
    public let catalog: Catalog?
    public let origin: Origin
    /// Seconds since 1970; nil for bundled data and the user's own files, which have no such time.
    public let takenAt: Int?
    /// The feed to ask from here on, or to look into a folder; nil if it may not be asked.
    public let asked: (any Feed)?
    /// Of the feed's answer that is served; nil if it comes from elsewhere.
    public let digest: FeedAnswer.Digest?

    /// Of a show without entries.
    public static let empty = Outcome(FeedContent(entries: []), origin: .nowhere)

    fileprivate init(
      _ content: FeedContent?, catalog: Catalog? = nil, origin: Origin, takenAt: Int? = nil,
      asked: (any Feed)? = nil, digest: FeedAnswer.Digest? = nil
    ) {
      (self.content, self.catalog, self.origin) = (content, catalog, origin)
      (self.takenAt, self.asked, self.digest) = (takenAt, asked, digest)
    }
  }

  public enum Origin: Sendable {
    /// The file or folder that the user named.
    case location
    case snapshot
    case bundled
    /// The feed, which was asked just now.
    case feed
    case nowhere
  }

  /// - Parameters:
  ///   - location: what `--feed` says.
  ///   - isOffline: nothing outside is contacted; an address in `location` is then ignored.
  ///   - kept: the snapshot's catalog as it was built before; nil if every start builds it.
  ///   - bundled: the file that ships with the show.
  ///   - warn: takes lines about what went wrong; `report` by default.
  public init(
    feed: any Feed, location: FeedLocation?, isOffline: Bool, snapshot: Snapshot,
    kept: KeptCatalog? = nil, bundled: String?,
    now: @escaping @Sendable () -> Int = RefreshTiming.real.now,
    report: @escaping @Sendable (String) -> Void, warn: (@Sendable (String) -> Void)? = nil
  ) {
    self.feed = feed
    self.location = location
    self.isOffline = isOffline
    self.snapshot = snapshot
    self.kept = kept
    self.bundled = bundled
    self.now = now
    self.report = report
    self.warn = warn ?? report
  }

  /// - Parameter source: asked only if there is nothing else; that may take as long as its rules allow.
  public func begin(asking source: FeedSource) throws(FeedError) -> Outcome {
    if case .path(let path) = location {
      let (content, digest) = try decode(path)
      report("feed: \(content.inWords) from \(path)")
      return Outcome(content, origin: .location, asked: feed.following(path), digest: digest)
    }
    let asked = askedFeed()
    if let (catalog, takenAt, digest) = builtBefore() {
      report("feed: \(catalog.entries.count) entries from the index beside the snapshot")
      return Outcome(
        nil, catalog: catalog, origin: .snapshot, takenAt: takenAt, asked: asked, digest: digest)
    }
    if let (content, takenAt, digest) = decodedSnapshot() {
      report("feed: \(content.inWords) from the snapshot")
      return Outcome(content, origin: .snapshot, takenAt: takenAt, asked: asked, digest: digest)
    }
    if let content = shipped() {
      report("feed: \(content.inWords) from the bundled data")
      return Outcome(content, origin: .bundled, asked: asked)
    }
    guard let asked else { throw .nothingToServe }
    let answer = try asked.ask(source, report: report)
    let content = try asked.take(answer, snapshot: snapshot, report: report, warn: warn)
    return Outcome(content, origin: .feed, takenAt: now(), asked: asked, digest: answer.digest)
  }

  /// Reports the obstacle if the feed may be asked but cannot be.
  private func askedFeed() -> (any Feed)? {
    if isOffline { return nil }
    if let obstacle = feed.obstacle {
      warn("feed: \(obstacle)")
      return nil
    }
    guard case .address(let address) = location else { return feed }
    return feed.moved(to: address)
  }

  private func decode(_ path: String) throws(FeedError) -> (content: FeedContent, digest: FeedAnswer.Digest) {
    do throws(FeedError) {
      let answer = try FeedAnswer(path: path)
      return (try feed.decode(answer), answer.digest)
    } catch {
      if case .unreadable = error { throw error }
      throw .unreadable(path: path, reason: error.description)
    }
  }

  private func builtBefore() -> (catalog: Catalog, takenAt: Int, digest: FeedAnswer.Digest)? {
    guard let kept, kept.isThere, let (digest, takenAt) = snapshot.digest(),
      let catalog = kept.load(of: digest, report: report)
    else { return nil }
    return (catalog, takenAt, digest)
  }

  private func decodedSnapshot() -> (content: FeedContent, takenAt: Int, digest: FeedAnswer.Digest)? {
    do throws(FeedError) {
      guard let (answer, takenAt) = try snapshot.load() else { return nil }
      return (try feed.decode(answer), takenAt, answer.digest)
    } catch {
      if case .refused = error, let path = snapshot.setAside(at: now()) {
        warn("feed: the snapshot cannot be used and was moved to \(path): \(error)")
      } else {
        warn("feed: the snapshot cannot be used: \(error)")
      }
      return nil
    }
  }

  private func shipped() -> FeedContent? {
    guard let bundled else { return nil }
    do throws(FeedError) {
      return try decode(bundled).content
    } catch {
      warn("feed: the bundled data cannot be used: \(error)")
      return nil
    }
  }
}
