import Operations
import Flags
import Configuration
import Feeds
import Fetching

/// The search of a show that has no entries, and the service that is asked for it.
struct OutsideSearch: Sendable {
  /// What the pages know of it.
  let pages: WebSearch
  /// Nil where nobody outside may be asked.
  private let service: SuggestionService?

  /// Nil for a catalog.
  init?(_ yield: FeedYield, _ options: Options, _ log: EventLog) throws(StartError) {
    guard let configured = yield.suggestions else { return nil }
    var feed = configured
    if let address = options.feed {
      guard let moved = configured.moved(to: address) else {
        throw StartError("--feed \"\(address.withoutQuery)\" is no http or https address that holds {query}")
      }
      feed = moved
    }
    service =
      options.isOffline
      ? nil : SuggestionService(feed, fetcher: Fetcher(userAgent: Usage.agent), report: log.warning)
    pages = feed.search(asking: service)
  }

  /// Ends what is being asked.
  func stop() { service?.stop() }
}
