import Fetching
import Feeds
import JSON

typealias Members = [(key: String, value: JSONOutline)]

/// A kind of feed as `new` writes it: one declaration per kind.
struct NewShowKind: Sendable {
  let type: any FeedKind.Type
  /// The noun for entries; nil to guess it.
  var noun: (one: String, many: String)?
  var icon = "icons/show.svg"
  var pictureAspect = "1:1"
  var rows: String?
  /// The further settings that a feed at an address needs.
  var settings: @Sendable (String?) -> Members = { _ in [] }
  /// The likelihood that an address is of this kind; nil if it is not.
  var likelihood: @Sendable (String) -> Likelihood? = { _ in nil }

  /// Whether its mapping is guessed from any list.
  var isGuessed: Bool { type is RecordsFeed.Type }
  /// Whether its feed has entries.
  var isCatalog: Bool { type is any Feed.Type }

  enum Likelihood: Comparable {
    case fallback, unlikely, possible, likely, certain
  }

  static let all = [
    NewShowKind(
      type: SuggestionFeed.self, noun: ("suggestion", "suggestions"), icon: "icons/web.svg",
      settings: { [("results", .members([("address", .text(results(beside: $0)))]))] },
      likelihood: { $0.contains("{query}") ? .certain : nil }),
    NewShowKind(type: DuckDuckGoFeed.self, pictureAspect: "3:4", likelihood: { _ in .possible }),
    NewShowKind(
      type: TMDBFeed.self, noun: ("film", "films"), icon: "icons/movies.svg", pictureAspect: "2:3",
      rows: "stories",
      likelihood: { WebAddress($0)?.host.hasSuffix("themoviedb.org") == true ? .certain : nil }),
    NewShowKind(
      type: CitiesFeed.self, noun: ("city", "cities"), icon: "icons/cities.svg",
      likelihood: { $0.hasSuffix(".gz") ? .likely : .unlikely }),
    records,
  ]

  private static let records = NewShowKind(
    type: RecordsFeed.self, settings: { _ in [("entry", .members([("title", .text("name"))]))] },
    likelihood: { _ in .fallback })

  /// The kind of a name.
  static func named(_ name: String) -> NewShowKind? { all.first { $0.type.kind == name } }

  /// The kinds that an address may be of, most likely first; records for a file.
  static func candidates(for address: String?) -> [NewShowKind] {
    guard let address else { return [records] }
    let found = all.compactMap { kind in kind.likelihood(address).map { (kind: kind, likelihood: $0) } }
      .sorted { $0.likelihood > $1.likelihood }
    if let first = found.first, first.likelihood == .certain { return [first.kind] }
    return found.map(\.kind)
  }

  /// The likely results page of a service for completions.
  private static func results(beside address: String?) -> String {
    let host = address?.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    return "https://\(host.hasPrefix("api.") ? "www.\(host.dropFirst(4))" : host)/search?q={query}"
  }
}
