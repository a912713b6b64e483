import Configuration
import Feeds
import JSON

/// Everything that is wrong with a show's `feed` object.
struct FeedFaults: Error {
  let faults: [Fault]
}

extension FeedKinds {
  /// What a show gets from the feed that its `feed` object describes.
  static func feed(from value: JSONValue) -> Result<ShowFeed, FeedFaults> {
    let reader = SettingsReader(StrictObject(value, at: "feed"))
    let feed = read(reader)
    let faults = reader.finish()
    guard let feed, faults.isEmpty else { return .failure(FeedFaults(faults: faults)) }
    return .success(feed)
  }
}
