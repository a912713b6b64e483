import JSON

/// An answer of TMDB: a page of a list, or a fault in the service's own words.
struct TMDBDocument {
  private let value: JSONValue

  /// Nil for anything but a JSON object.
  init?(_ bytes: [UInt8]) {
    // A character that was cut in two, in one film, would otherwise cost the whole page.
    guard let value = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self).utf8),
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
