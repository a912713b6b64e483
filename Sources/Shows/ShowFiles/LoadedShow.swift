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
        other.feed, snapshot: Snapshot(directory: directory, kind: name), path: path, manners: other.manners)
    }
  }
}

/// The source of the key to a feed's API: the file that a flag names, else the API's own variable, else the systemd
/// credential of that name in lower case with hyphens: `tmdb-api-key`.
public struct FeedKeySource: Sendable {
  private let file: String?
  private let environment: [String: String]

  public init(file: String?, environment: [String: String]) {
    self.file = file
    self.environment = environment
  }

  /// The feed and its alternatives with their keys.
  func supply(_ feed: ShowFeed) throws(ConfigurationFaults) -> ShowFeed {
    var feed = feed
    if let catalog = feed.catalog { feed.catalog = try supply(catalog) }
    for index in feed.alternatives.indices {
      feed.alternatives[index].feed = try supply(feed.alternatives[index].feed)
    }
    return feed
  }

  /// The feed with its key, if its API has keys and one is found.
  /// - Throws: one line that names the file or the variable, but never its contents.
  public func supply(_ feed: any Feed) throws(ConfigurationFaults) -> any Feed {
    guard let variable = type(of: feed).keyVariable, let (text, place) = try text(variable) else {
      return feed
    }
    guard let key = FeedKey(text) else {
      throw ConfigurationFaults(lines: [
        "\(place): expected a key of visible ASCII characters, without spaces"
      ])
    }
    if let fault = type(of: feed).fault(of: key) {
      throw ConfigurationFaults(lines: ["\(place): \(fault)"])
    }
    return feed.with(key)
  }

  private func text(_ variable: String) throws(ConfigurationFaults) -> (text: String, place: String)? {
    if let file {
      guard let text = Self.contents(of: file) else {
        throw ConfigurationFaults(lines: ["cannot read the key file that --feed-key-file names"])
      }
      return (text, file)
    }
    if let text = environment[variable], !text.isEmpty { return (text, variable) }
    guard let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty else { return nil }
    let path = "\(folder)/\(variable.lowercased().replacing("_", with: "-"))"
    return Self.contents(of: path).map { ($0, path) }
  }

  private static func contents(of path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
