import Configuration
import Feeds
import Fetching
import Operations
import ShowFiles
import Text

/// The search of a show that has no entries of its own, and the service that answers it.
struct OutsideSearch: Sendable {
  /// What the pages need of it.
  let pages: WebSearch
  /// Nil if nothing outside may be contacted.
  private let service: SuggestionService?

  /// Nil for a catalog.
  init?(_ yield: FeedYield, _ options: Options, _ fetcher: Fetcher, _ log: EventLog) throws(StartError) {
    guard let configured = yield.suggestions else { return nil }
    var feed = configured
    if let address = options.feed {
      guard let moved = configured.moved(to: address) else {
        throw StartError("--feed \"\(address.withoutSecrets)\" is not an http or https address with {query}")
      }
      feed = moved
    }
    service =
      options.isOffline
      ? nil : SuggestionService(feed, fetcher: fetcher, report: log.warning)
    pages = feed.search(asking: service)
  }

  /// Ends the requests in flight.
  func stop() { service?.stop() }
}
