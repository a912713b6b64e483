import Catalogs
import Configuration
import Feeds
import FoundationEssentials
import HTML
import JSON
import Sanitizer
import Website

/// A show as its file describes it now, and what follows from that file alone.
struct LoadedShow: Sendable {
  let show: Show
  let feed: FeedYield
  let builder: CatalogBuilder
  /// Path of the bundled answers.
  let bundled: String?

  /// - Parameter shipped: the folder where bundled answers lie that are not beside the show's file.
  init(_ file: ShowFile, keys: FeedKeySource, shipped: String) throws(ConfigurationFaults) {
    let (show, feed) = try file.read()
    guard let policy = Policy.level(named: show.markup) else {
      throw ConfigurationFaults(lines: ["\(file.path): markup: is no known level"])
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
  }
}
