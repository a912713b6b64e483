public import JSON
public import Configuration

/// The kinds of feed that a show may name.
public enum FeedKinds {
  public static let all: [any FeedKind.Type] = [
    DuckDuckGoFeed.self, TMDBFeed.self, CitiesFeed.self, SuggestionFeed.self,
  ]

  /// What a show's `feed` object may hold.
  public static var fields: [Field] {
    [
      Field(
        "feed.kind", .choice(all.map { $0.kind }), required: true, "what the feed is, and so how it is read",
        example: "duckduckgo")
    ] + all.flatMap { kind in kind.fields.map { $0.inside("feed", kind: kind.kind) } }
  }

  /// What a show gets from the feed that its `feed` object describes, or all that is wrong with it.
  /// - Parameter path: where the object stands in the show's file.
  public static func feed(from value: JSONValue, at path: String = "feed") -> Result<FeedYield, FeedFaults> {
    let settings = StrictObject(value, at: path)
    guard settings.faults.isEmpty else { return .failure(FeedFaults(faults: settings.faults)) }
    let expected = "one of \(all.map { $0.kind }.joined(separator: ", "))"
    guard let name = settings.string("kind", expected) else {
      // Which other keys belong here is known only once the kind is.
      return .failure(FeedFaults(faults: settings.faults))
    }
    guard let kind = all.first(where: { $0.kind == name }) else {
      settings.fault("kind", "expected \(expected), found \"\(name)\"")
      return .failure(FeedFaults(faults: settings.faults))
    }
    let feed = kind.init(reading: settings)
    let faults = settings.finish()
    guard let feed, faults.isEmpty else { return .failure(FeedFaults(faults: faults)) }
    return .success(feed.yield)
  }
}

/// Everything that is wrong with a show's `feed` object.
public struct FeedFaults: Error {
  public let faults: [Fault]
}
