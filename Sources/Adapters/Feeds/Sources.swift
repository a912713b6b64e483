import Catalogs
import System

/// The sources of a catalog, and how they may be asked: a show's own feed first, then its alternatives in turn.
public struct Sources: Sendable {
  /// The show's own feed, then those under `else`.
  let list: [CatalogSource]
  /// The value of `--feed`, or the file that the show's file names.
  let location: FeedLocation?
  /// Whether nothing outside is contacted; an address in ``location`` is then ignored.
  let isOffline: Bool

  /// - Parameter catalog: a catalogue file of any of these sources, which is served in their place.
  public init(
    _ own: CatalogSource, else others: [CatalogSource] = [], location: FeedLocation? = nil,
    catalog: String? = nil, isOffline: Bool = false
  ) {
    var list = [own] + (catalog == nil ? others : [])
    let location = catalog.map { .path($0) } ?? location
    if case .path(let path)? = location { list[0].path = path }
    if catalog != nil { list[0].builders = 1 + others.count }
    for index in list.indices.dropFirst() { list[index].label = "feed.else.\(index - 1)" }
    (self.list, self.location, self.isOffline) = (list, location, isOffline)
  }

  /// The sources with the feed at the address in ``location``.
  var asked: [CatalogSource] {
    guard case .address(let address)? = location else { return list }
    var list = list
    list[0].feed = list[0].feed.moved(to: address)
    return list
  }
}

/// One source of a catalog: a feed, and the snapshot of its last good answer.
public struct CatalogSource: Sendable {
  fileprivate(set) var feed: any Feed
  let snapshot: Snapshot
  /// The file or folder that holds its answers; nil for a source at an address.
  fileprivate(set) var path: String?
  /// For a catalogue file, the number of sources that it may have been built of; nil for a list.
  fileprivate(set) var builders: Int?
  private let contact: String?
  /// Its key in the show's file, for the log.
  fileprivate(set) var label = "feed"

  public init(_ feed: any Feed, snapshot: Snapshot, path: String? = nil, contact: String? = nil) {
    self.feed = feed
    self.snapshot = snapshot
    self.path = path
    self.contact = contact
  }

  /// The name of its list in sentences: that of the file or folder, else the host of the address.
  var name: String {
    path.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? feed.address?.host
      ?? type(of: feed).kind
  }

  /// The positions of the sources that its kept catalog may have been built of.
  var positions: Range<Int> { 0..<(builders ?? 1) }

  /// Whether it is a file or folder, which is watched.
  var isLocal: Bool { path != nil }

  /// Asks for an answer, and logs the parts that are missing from it.
  /// - Parameter last: the requests of the answer that is served and its digest. If all of them are answered with 304,
  ///   and that answer is on disk, it is returned.
  func ask(
    _ way: FeedSource, since last: (requests: AskedRequests, digest: FeedAnswer.Digest)? = nil, _ log: any Log
  ) throws(FeedError) -> FeedAnswer {
    if let path { return try FeedAnswer(path: path) }
    if let obstacle = feed.obstacle { throw .refused(obstacle) }
    let way = way.with(contact)
    if let last, let kept = try? snapshot.load(), kept.digest == last.digest,
      try way.requests?.areUnchanged(since: last.requests, way) == true
    {
      return kept
    }
    defer { way.requests?.dropReady() }
    let answer = try feed.ask(way)
    for note in answer.notes { log.info("\(label): \(note)") }
    return answer
  }

  /// Reads an answer, entry by entry.
  func read(_ answer: FeedAnswer, _ take: (FeedEntry) -> Void) throws(FeedError) -> FeedContent {
    do throws(FeedError) {
      return try feed.read(answer, take)
    } catch {
      throw answer.postponement ?? error
    }
  }

  /// Keeps a good answer. After a failure the answer is served all the same.
  func keep(_ answer: FeedAnswer, _ log: any Log) {
    change(log) { (snapshot) throws(FeedError) in try snapshot.save(answer) }
  }

  /// Notes that the kept answer has been given again.
  func confirm(_ answer: FeedAnswer, _ log: any Log) {
    change(log) { (snapshot) throws(FeedError) in try snapshot.confirm(answer) }
  }

  private func change(_ log: any Log, _ body: @escaping @Sendable (Snapshot) throws(FeedError) -> Void) {
    log.keep(snapshot.path, harm: "\(label): no snapshot kept") { [snapshot] in try body(snapshot) }
  }

  /// A line for the log about entries, with their source if it is an alternative.
  func line(_ words: String) -> String {
    let origin =
      label == "feed" ? "" : ", from the alternative \(feed.address?.host ?? path ?? type(of: feed).kind)"
    return "\(label): \(words)\(origin)"
  }
}
