public import Catalogs
public import Configuration
public import Feeds
import Fetching
import JSON
import Sanitizer
import Text

/// A show as its file describes it now, and what follows from that file alone.
public struct LoadedShow: Sendable {
  public var show: Show
  public let feed: FeedYield
  public let builder: CatalogBuilder
  /// The show's file.
  public let bytes: [UInt8]
  /// Whom services may write to about the requests for the show.
  public let contact: String?
  /// Private hosts that the feed may be redirected to.
  public let redirectHosts: Set<String>
  /// The path of the bundled answers.
  public let bundled: String?

  /// The path of the file that holds the feed's answers; nil for a feed that is asked at an address.
  public let file: String?
  /// The same of each of the feeds that are asked in its stead.
  private let files: [String?]

  /// - Parameter shipped: the folder to look in for bundled answers that are not beside the show's file.
  public init(_ file: ShowFile, keys: FeedKeySource, shipped: String) throws(ConfigurationFaults) {
    bytes = try file.bytes()
    let (show, feed) = try file.read(bytes)
    guard let policy = Policy.level(named: show.markup) else {
      throw ConfigurationFaults(lines: ["\(file.path): markup: unknown level \"\(show.markup)\""])
    }
    self.show = show
    self.feed = try keys.supply(feed)
    let sanitizer = Sanitizer(
      policy: policy, base: show.feed["address"]?.string.flatMap { WebAddress($0)?.base.text })
    builder = CatalogBuilder(strippedSuffix: show.strippedSuffix, match: show.match) { markup in
      let sanitized = sanitizer.sanitize(markup)
      return (sanitized.html, sanitized.text)
    }
    contact = show.feed["contact"]?.string
    redirectHosts = Set((show.feed["redirectHosts"]?.array ?? []).compactMap(\.string))
    bundled = show.bundled.map { file.bundled($0, shipped: shipped) }
    files = feed.alternatives.map { $0.feed.file.map { file.bundled($0, shipped: shipped) } }
    self.file = feed.catalog?.file.map { file.bundled($0, shipped: shipped) }
  }

  /// The sources that are asked in the feed's stead.
  /// - Parameter directory: the state folder, where each has a snapshot of its own.
  public func alternatives(keptIn directory: String) -> [CatalogSource] {
    zip(feed.alternatives, files).enumerated().map { index, source in
      let (other, path) = source
      let name = "else-\(index + 1)-\(type(of: other.feed).kind)"
      return CatalogSource(
        other.feed, snapshot: Snapshot(directory: directory, kind: name), path: path, manners: other.manners)
    }
  }
}
