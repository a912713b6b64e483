import JSON
import Text

/// An answer of TMDB: a page of a list, or a fault in the service's own words.
struct TMDBDocument {
  /// Bytes of an answer; a page of 20 films takes 20,000.
  static let byteLimit = 512 << 10
  /// Of what is read of an answer: room for 500 films.
  private static let limits = JSONLimits(values: 5_000, bytes: byteLimit)
  /// Everything that is read of an answer.
  private static let keys: Set<String> = TMDBFilms.keys.union([
    "results", "page", "total_pages", "status_message", "status_code",
  ])

  private let value: JSONValue

  /// Nil for anything but a JSON object.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(answer: bytes, within: Self.limits, keeping: Self.keys),
      value.object != nil
    else { return nil }
    self.value = value
  }

  /// The films; nil if this is not a page.
  var results: [JSONValue]? { value["results"]?.array }

  /// The number of the page in its list, from 1; nil if it does not say.
  var number: Int? { value["page"]?.number.flatMap { Int(exactly: $0) } }

  /// How many pages the list has; 1 if it does not say.
  var total: Int { max(value["total_pages"]?.number.flatMap { Int(exactly: $0) } ?? 1, 1) }

  /// What the service says went wrong, on one line with its own number for it.
  /// - Parameter key: removed if the service repeats it.
  func words(without key: FeedKey?) -> String? {
    guard let text = value["status_message"]?.string else { return nil }
    // Before it is cut, or a part of the key could stay.
    let message = (key?.taken(outOf: text) ?? text).oneLine(limit: 200)
    if message.isEmpty { return nil }
    let code = value["status_code"]?.number.flatMap { Int(exactly: $0) }
    return "\"\(message)\"\(code.map { " (\($0))" } ?? "")"
  }
}
