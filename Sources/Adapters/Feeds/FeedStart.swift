public import Catalogs

/// Finds what a show serves first.
///
/// In this order: the file or folder that the user named; the edition that replicas share; the snapshot; the bundled
/// data; the feed itself.
/// A snapshot that cannot be used is set aside; that and everything else that went wrong is logged.
public struct FeedStart: Sendable {
  private let sources: [CatalogSource]
  private let location: FeedLocation?
  private let isOffline: Bool
  private let kept: KeptCatalog?
  private let sharing: EditionSharing?
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
    /// Whose answer that is: 0 for the feed's, 1 for that of the first of the others.
    public let source: Int

    /// Of a show without entries.
    public static let empty = Outcome(FeedContent(entries: []), origin: .nowhere)

    fileprivate init(
      _ content: FeedContent?, catalog: Catalog? = nil, origin: Origin, takenAt: Int? = nil,
      asked: (any Feed)? = nil, digest: FeedAnswer.Digest? = nil, source: Int = 0
    ) {
      (self.content, self.catalog, self.origin) = (content, catalog, origin)
      (self.takenAt, self.asked, self.digest, self.source) = (takenAt, asked, digest, source)
    }

    /// How many entries there are.
    public var count: Int { catalog?.entries.count ?? content?.entries.count ?? 0 }
  }

  public enum Origin: Sendable {
    /// The file or folder that the user named.
    case location
    case snapshot
    case bundled
    /// The feed, which was asked just now.
    case feed
    case nowhere
    /// Nowhere yet: this replica or another will ask the feed.
    case awaited
  }

  /// - Parameters:
  ///   - others: asked in turn when the feed gives nothing.
  ///   - location: what `--feed` says.
  ///   - isOffline: nothing outside is contacted; an address in `location` is then ignored.
  ///   - kept: the snapshot's catalog as it was built before; nil if every start builds it.
  ///   - sharing: the edition that this replica shares with others; it then never waits for the feed.
  ///   - bundled: the file that ships with the show.
  ///   - warn: takes lines about what went wrong; `report` by default.
  public init(
    feed: any Feed, others: [CatalogSource] = [], location: FeedLocation?, isOffline: Bool,
    snapshot: Snapshot, kept: KeptCatalog? = nil, sharing: EditionSharing? = nil, bundled: String?,
    now: @escaping @Sendable () -> Int = RefreshTiming.real.now,
    report: @escaping @Sendable (String) -> Void, warn: (@Sendable (String) -> Void)? = nil
  ) {
    var path: String?
    if case .path(let file)? = location { path = file }
    sources = [CatalogSource(feed, snapshot: snapshot, path: path)] + others
    self.location = location
    self.isOffline = isOffline
    self.kept = kept
    self.sharing = sharing
    self.bundled = bundled
    self.now = now
    self.report = report
    self.warn = warn ?? report
  }

  /// - Parameter way: taken only if there is nothing else; that may take as long as its rules allow.
  public func begin(asking way: FeedSource) throws(FeedError) -> Outcome {
    if case .path(let path) = location {
      do throws(FeedError) {
        let (content, digest) = try decode(path)
        report("feed: \(content.inWords) from \(path)")
        return Outcome(content, origin: .location, asked: sources[0].feed.following(path), digest: digest)
      } catch {
        guard sources.count > 1 else { throw error }
        warn("feed: \(error)")
      }
    }
    let asked = askedFeed()
    if let sharing, let outcome = shared(sharing, asked: asked) { return outcome }
    if let (catalog, takenAt, digest) = builtBefore() {
      report("feed: \(catalog.entries.count) entries from the index beside the snapshot")
      return Outcome(
        nil, catalog: catalog, origin: .snapshot, takenAt: takenAt, asked: asked, digest: digest)
    }
    if let (content, takenAt, digest, source) = decodedSnapshot() {
      report(sources.line(source, "\(content.inWords) from the snapshot"))
      return Outcome(
        content, origin: .snapshot, takenAt: takenAt, asked: asked, digest: digest, source: source)
    }
    if let content = shipped() {
      report("feed: \(content.inWords) from the bundled data")
      return Outcome(content, origin: .bundled, asked: asked)
    }
    guard let asked else { throw .nothingToServe }
    if sharing != nil { return Outcome(FeedContent(entries: []), origin: .awaited, asked: asked) }
    return try ask(way, for: asked)
  }

  /// The answer of the first source that gives a good one.
  /// - Throws: why the first of them gives none.
  private func ask(_ way: FeedSource, for feed: any Feed) throws(FeedError) -> Outcome {
    var sources = sources
    sources[0].feed = feed
    var failure: FeedError?
    for (position, source) in sources.enumerated() {
      let label = sources.label(position)
      do throws(FeedError) {
        let answer = try source.ask(way) { report("\(label): \($0)") }
        let content = try source.content(of: answer)
        report(sources.line(position, content.inWords))
        source.keep(answer) { warn("\(label): \($0)") }
        return Outcome(
          content, origin: .feed, takenAt: now(), asked: feed, digest: answer.digest, source: position)
      } catch {
        if error == .fetch(.cancelled) { throw error }
        if sources.count > 1 { warn("\(label): \(error)") }
        failure = failure ?? error
      }
    }
    throw failure ?? .nothingToServe
  }

  /// What other replicas serve; nil if there is nothing, or it cannot be had.
  private func shared(_ sharing: EditionSharing, asked: (any Feed)?) -> Outcome? {
    do throws(SharedEditionError) {
      guard let head = try sharing.look(leading: false).head, head.isShared,
        sources.indices.contains(head.source)
      else { return nil }
      let source = sources[head.source]
      // What is here already need not be fetched.
      if sources.count == 1, source.snapshot.digest()?.digest == head.digest {
        source.snapshot.date(head.takenAt)
        return nil
      }
      guard let (content, answer) = try sharing.content(head, of: source) else { return nil }
      source.keep(answer) { warn("feed: \($0)") }
      source.snapshot.date(head.takenAt)
      report(sources.line(head.source, "\(content.inWords) from the edition of all replicas"))
      return Outcome(
        content, origin: .snapshot, takenAt: head.takenAt, asked: asked, digest: head.digest,
        source: head.source)
    } catch {
      warn("shared edition: \(error)")
      return nil
    }
  }

  /// Reports the obstacle if the feed may be asked but cannot be.
  private func askedFeed() -> (any Feed)? {
    if isOffline { return nil }
    let feed = sources[0].feed
    if let obstacle = feed.obstacle, sources.count == 1 {
      warn("feed: \(obstacle)")
      return nil
    }
    guard case .address(let address) = location else { return feed }
    return feed.moved(to: address)
  }

  private func decode(_ path: String) throws(FeedError) -> (content: FeedContent, digest: FeedAnswer.Digest) {
    do throws(FeedError) {
      let answer = try FeedAnswer(path: path)
      return (try sources[0].feed.decode(answer), answer.digest)
    } catch {
      if case .unreadable = error { throw error }
      throw .unreadable(path: path, reason: error.description)
    }
  }

  /// The catalog that was built of the snapshot; nil where other sources may stand in for the feed: ids then depend
  /// on what those had.
  private func builtBefore() -> (catalog: Catalog, takenAt: Int, digest: FeedAnswer.Digest)? {
    guard sources.count == 1, let kept, kept.isThere,
      let (digest, takenAt) = sources[0].snapshot.digest(),
      let catalog = kept.load(of: digest, report: report)
    else { return nil }
    return (catalog, takenAt, digest)
  }

  /// What the youngest snapshot says that can be used.
  private func decodedSnapshot()
    -> (content: FeedContent, takenAt: Int, digest: FeedAnswer.Digest, source: Int)?
  {
    let times = sources.indices.compactMap { index in sources[index].snapshot.keptAt.map { (index, $0) } }
    for (index, _) in times.sorted(by: { ($1.1, $0.0) < ($0.1, $1.0) }) {
      let source = sources[index]
      do throws(FeedError) {
        guard let (answer, takenAt) = try source.snapshot.load() else { continue }
        return (try source.feed.decode(answer), takenAt, answer.digest, index)
      } catch {
        let label = sources.label(index)
        if case .refused = error, let path = source.snapshot.setAside(at: now()) {
          warn("\(label): the snapshot cannot be used and was moved to \(path): \(error)")
        } else {
          warn("\(label): the snapshot cannot be used: \(error)")
        }
      }
    }
    return nil
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
