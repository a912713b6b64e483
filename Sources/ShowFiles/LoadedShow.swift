public import Catalogs
public import Configuration
public import Feeds
import HTML
import JSON
import Sanitizer

/// A show as its file describes it now, and what follows from that file alone.
public struct LoadedShow: Sendable {
  public let show: Show
  public let feed: FeedYield
  public let builder: CatalogBuilder
  /// The show's file.
  public let bytes: [UInt8]
  /// The path of the bundled answers.
  public let bundled: String?

  /// The path of the file that holds the feed's answers; nil for a feed that is asked at an address.
  public let file: String?

  /// - Parameter shipped: the folder to look in for bundled answers that are not beside the show's file.
  public init(_ file: ShowFile, keys: FeedKeySource, shipped: String) throws(ConfigurationFaults) {
    bytes = try file.bytes()
    let (show, feed) = try file.read(bytes)
    guard let policy = Policy.level(named: show.markup) else {
      throw ConfigurationFaults(lines: ["\(file.path): markup: unknown level \"\(show.markup)\""])
    }
    self.show = show
    self.feed =
      try feed.catalog.map { feed throws(ConfigurationFaults) in .catalog(try keys.supply(feed)) } ?? feed
    let sanitizer = Sanitizer(policy: policy, base: show.feed["address"]?.string)
    builder = CatalogBuilder(strippedSuffix: show.strippedSuffix, match: show.match) { markup in
      let sanitized = sanitizer.sanitize(markup)
      return (sanitized.html, sanitized.text)
    }
    bundled = show.bundled.map { file.bundled($0, shipped: shipped) }
    self.file = feed.catalog?.file.map { file.bundled($0, shipped: shipped) }
  }
}
