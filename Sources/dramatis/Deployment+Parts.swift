import Operations
import Flags
import Configuration
import Favorites
import Feeds
import Fetching
import Glibc
import Pictures
import Website

// What a deployment is put together from.
extension Deployment {
  static func start(
    _ loaded: LoadedShow, _ location: FeedLocation?, _ options: Options, _ places: Places,
    _ log: EventLog
  ) throws(FeedError) -> FeedStart.Outcome {
    guard let feed = loaded.feed.catalog else { return .empty }
    let start = FeedStart(
      feed: feed, location: location, isOffline: options.isOffline,
      snapshot: Snapshot(directory: places.state, kind: type(of: feed).kind), bundled: loaded.bundled,
      report: log.info, warn: log.warning)
    return try start.begin(asking: FeedSource(Fetcher(userAgent: Usage.agent)))
  }

  static func location(_ text: String) throws(StartError) -> FeedLocation {
    guard let location = FeedLocation(text) else {
      throw StartError("--feed \"\(text.withoutQuery)\" is no address")
    }
    return location
  }

  static func pictures(
    of show: Show, _ options: Options, _ places: Places, _ log: EventLog
  ) -> PictureCache {
    var rules = PictureRules(
      hosts: show.pictures.hosts, privateAddresses: show.pictures.privateAddresses)
    if let space = options.pictureSpace { rules.capacity = space << 20 }
    return PictureCache(
      directory: "\(places.state)/pictures", rules: rules,
      fetcher: options.isOffline ? nil : Fetcher(userAgent: Usage.agent), report: log.warning)
  }

  /// The store, and the thread that sweeps it: a few files every hour.
  static func favorites(of show: Show, _ places: Places, _ log: EventLog) -> JSONFavorites {
    let favorites = JSONFavorites(
      directory: "\(places.state)/favorites", show: show.slug, report: log.warning)
    let clock = SteadyClock()
    Thread.start("favorites") {
      while true {
        // Not at once: a machine that has just started may not know yet what day it is.
        sleep(3_600)
        if clock.isSteady { _ = favorites.sweep(limit: 100) }
      }
    }
    return favorites
  }
}

extension FeedStart.Outcome {
  /// Where the data comes from, as the pages tell it.
  var provenance: Provenance {
    switch origin {
    case .feed, .snapshot: .feed(takenAt: takenAt ?? 0)
    case .bundled: .bundled
    case .location, .nowhere: .file
    }
  }
}
