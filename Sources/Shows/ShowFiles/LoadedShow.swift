public import Catalogs
public import Configuration
public import Feeds
import FoundationEssentials
import Sanitizer

/// A show as its file describes it now, and the values that follow from the file alone.
public struct LoadedShow: Sendable {
  public var show: Show
  public let feed: ShowFeed
  public private(set) var builder: CatalogBuilder
  /// The show's file.
  public let bytes: [UInt8]
  /// A sentence for each setting of an earlier version in the file.
  public let notes: [String]
  /// The path of the bundled answers.
  public let bundled: String?
  /// The path of the file that holds the feed's answers; nil for a feed at an address.
  public let file: String?
  /// The same of each alternative.
  private let files: [String?]

  /// - Parameter shipped: the folder of bundled answers that are not beside the show's file.
  public init(_ file: ShowFile, keys: FeedKeySource, shipped: String) throws(ConfigurationFaults) {
    bytes = try file.bytes()
    notes = try file.notes(bytes)
    let (show, feed) = try file.read(bytes)
    guard let policy = Policy.level(named: show.markup) else {
      throw ConfigurationFaults(lines: ["\(file.path): markup: unknown level \"\(show.markup)\""])
    }
    self.show = show
    self.feed = try keys.supply(feed)
    let sanitizer = Sanitizer(policy: policy, base: feed.catalog?.address?.base.text)
    builder = CatalogBuilder(
      strippedSuffix: show.strippedSuffix, match: show.match, language: show.language
    ) {
      markup in
      let sanitized = sanitizer.sanitize(markup)
      return (sanitized.html, sanitized.text)
    }
    builder.timeZone = show.timeZone
    func path(_ name: String?) -> String? { name.map { file.bundled($0, shipped: shipped) } }
    bundled = path(show.bundled)
    self.file = path(feed.catalog?.file)
    files = feed.alternatives.map { path($0.feed.file) }
  }

  /// The sources under `else`.
  /// - Parameter directory: the state folder, which holds a snapshot of each.
  public func alternatives(keptIn directory: String) -> [CatalogSource] {
    zip(feed.alternatives, files).enumerated().map { index, source in
      let (other, path) = source
      let name = "else-\(index + 1)-\(type(of: other.feed).kind)"
      return CatalogSource(
        other.feed, snapshot: Snapshot(directory: directory, kind: name), path: path, contact: other.contact)
    }
  }
}
