import Configuration
import Feeds
import Fetching
import ShowFiles
import System
import Text

/// The search of a show that has no entries of its own, and the service that answers it.
struct OutsideSearch: Sendable {
  /// The functions that the pages call.
  let pages: WebSearch
  /// Nil if offline.
  private let service: SuggestionService?

  /// Nil for a catalog.
  init?(_ feed: ShowFeed, _ options: Options, _ fetcher: Fetcher, _ log: any Log) throws(StartError) {
    guard let configured = feed.suggestions else { return nil }
    var feed = configured
    if let address = options.feed {
      guard let moved = configured.moved(to: address) else {
        throw StartError("--feed \"\(address.withoutSecrets)\" is not an http or https address with {query}")
      }
      feed = moved
    }
    service = options.isOffline ? nil : SuggestionService(feed, fetcher: fetcher, log: log)
    pages = feed.search(asking: service, options.isOffline ? nil : fetcher, log)
  }

  /// Cancels the requests in flight.
  func stop() { service?.stop() }
}
