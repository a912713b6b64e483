import Catalogs

/// One source of a catalog: a feed, and where its last good answer is kept.
public struct CatalogSource: Sendable {
  public var feed: any Feed
  public let snapshot: Snapshot
  /// The file that holds its answers; nil for one that is asked at an address.
  private let path: String?
  private let manners: RequestManners?

  public init(_ feed: any Feed, snapshot: Snapshot, path: String? = nil, manners: RequestManners? = nil) {
    self.feed = feed
    self.snapshot = snapshot
    self.path = path
    self.manners = manners
  }

  /// What the log calls it.
  var name: String { feed.host ?? path ?? type(of: feed).kind }

  /// Asks, and reports what is missing from the answer.
  func ask(_ way: FeedSource, report: (String) -> Void) throws(FeedError) -> FeedAnswer {
    if let path { return try FeedAnswer(path: path) }
    if let obstacle = feed.obstacle { throw .refused(obstacle) }
    let answer = try feed.ask(way.with(manners))
    for note in answer.notes { report(note) }
    return answer
  }

  /// What an answer says that has just come.
  func content(of answer: FeedAnswer) throws(FeedError) -> FeedContent {
    do throws(FeedError) {
      let content = try feed.decode(answer)
      guard content.entries.isEmpty, let postponement = answer.postponement else { return content }
      throw postponement
    } catch {
      throw answer.postponement ?? error
    }
  }

  /// Keeps what was good.
  func keep(_ answer: FeedAnswer, warn: (String) -> Void) {
    do throws(FeedError) {
      try snapshot.save(answer)
    } catch {
      // The answer is good all the same; only the next start will not have it.
      warn("no snapshot kept: \(error)")
    }
  }

  /// Notes that an answer is still the good one.
  func confirm(_ answer: FeedAnswer, warn: (String) -> Void) {
    do throws(FeedError) {
      try snapshot.confirm(answer)
    } catch {
      warn("no snapshot kept: \(error)")
    }
  }
}

/// The sources of a catalog, the show's own feed first, as the log names them.
extension [CatalogSource] {
  func label(_ index: Int) -> String { index == 0 ? "feed" : "feed.else.\(index - 1)" }

  /// For the log: what came, and from whom if not from the show's own feed.
  func line(_ index: Int, _ words: String) -> String {
    let origin = index == 0 ? "" : ", from \(self[index].name) in its stead"
    return "\(label(index)): \(words)\(origin)"
  }
}
