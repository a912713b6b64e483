import Catalogs
public import Configuration
public import Fetching
import JSON
public import System
import Text

/// A service that completes a typed text, in OpenSearch's form, and the page of its results.
public struct SuggestionFeed: FeedKind {
  public static let kind = "suggestions"

  /// A later answer is useless.
  public static let rules = FetchRules(
    timeout: .seconds(2), byteLimit: 64 << 10, privateAddresses: .onlyFirstHop)

  private(set) var template: QueryTemplate
  /// The request's `Accept-Language`, if any.
  let language: String?
  private let results: QueryTemplate
  /// Nil to ask the page itself.
  private let isFramed: Bool?

  public init(_ settings: SettingsReader) {
    template = settings.required(
      "address", .queryTemplate, "the address of completions",
      note: "{query} is replaced by the typed text.",
      example: "https://api.bing.com/osjson.aspx?query={query}")
    language = settings.optional(
      "language", .text("^[A-Za-z0-9,;=.* -]{1,100}$", "a value for Accept-Language"),
      "the preferred languages of completions", standard: "none",
      example: "en-GB, en")
    (results, isFramed) = settings.required("results", "the page of results") { results in
      (
        results.required(
          "address", .queryTemplate, "its address",
          example: "https://www.bing.com/search?q={query}"),
        results.optional(
          "frame", .flag(or: "auto"), default: nil, "whether results are shown in a frame below the field",
          note: "With \"auto\", their page is asked once a day whether it allows that.", standard: "auto",
          example: "auto")
      )
    }
  }

  /// The same feed with another service; nil unless the text is an address with `{query}` in it.
  public func moved(to address: String) -> SuggestionFeed? {
    var feed = self
    guard let template = QueryTemplate(address) else { return nil }
    feed.template = template
    return feed
  }

  /// The search that pages offer.
  /// - Parameters:
  ///   - service: nil if the show is offline.
  ///   - fetcher: asks whether the results may be framed; nil if the show is offline.
  public func search(asking service: SuggestionService?, _ fetcher: Fetcher?, _ log: any Log) -> WebSearch {
    let frame = fetcher.map { ResultsFrame(results, $0, log) }
    return WebSearch(
      suggestions: { (text, visitor) throws(SuggestionFault) in
        guard let service else { throw .unavailable }
        return try service.suggestions(for: text, visitor: visitor)
      },
      results: WebSearch.Results(
        address: { [results] in results.address(for: SuggestionService.query($0)) }, origin: results.origin,
        isFramed: { [isFramed] in isFramed ?? (frame.map { $0.isAllowed() } ?? false) }))
  }
}

/// An address with the placeholder `{query}`.
struct QueryTemplate: Sendable, Hashable {
  private let parts: [String]
  /// Scheme, host, and port unless it is the scheme's default.
  let origin: String

  /// Nil for another text, or if a query could choose the host.
  init?(_ text: String) {
    let parts = text.split(separator: "{query}", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let one = WebAddress(parts.joined(separator: "a")),
      let other = WebAddress(parts.joined(separator: "b")), one.host == other.host, one.port == other.port
    else { return nil }
    (self.parts, origin) = (parts, one.origin)
  }

  /// - Parameter query: percent-encoded here, its spaces as `%20`.
  func address(for query: String) -> String {
    parts.joined(separator: PercentCoding.encode(query))
  }
}

extension SettingForm where Value == QueryTemplate {
  static var queryTemplate: Self {
    let pattern = #"^[Hh][Tt][Tt][Pp][Ss]?:/[^\u0000-\u001F\u007F]*\{query\}[^\u0000-\u001F\u007F]*$"#
    return SettingForm<String>.text(
      pattern, "an http or https address that holds {query}", shown: \.withoutSecrets
    )
    .map { QueryTemplate($0) }
  }
}

/// OpenSearch's answer: `[query, [completions], [descriptions], [addresses], {…}]`, where all members after the
/// completions may be missing or shorter.
///
/// Source of the format: https://github.com/dewitt/opensearch, "Suggestions" extension 1.1
enum OpenSearchAnswer {
  /// Room for 500 completions; services send ten to 25.
  private static let limits = JSONLimits(values: 2_000, bytes: SuggestionFeed.rules.byteLimit)
  private static let limit = 20
  private static let textLimit = 200
  private static let descriptionLimit = 300
  private static let addressLimit = 2048

  /// The usable suggestions; nil for an answer of another form.
  static func suggestions(in bytes: [UInt8]) -> [Suggestion]? {
    guard let document = try? JSONValue(answer: bytes, within: limits, keeping: []),
      let elements = document.array, elements.count >= 2, let completions = elements[1].array
    else { return nil }
    var suggestions: [Suggestion] = []
    var texts: Set<String> = []
    for (position, completion) in completions.enumerated() where suggestions.count < limit {
      guard let text = line(completion, textLimit), texts.insert(text).inserted else { continue }
      suggestions.append(
        Suggestion(
          text: text, description: line(member(position, of: 2, in: elements), descriptionLimit),
          address: address(member(position, of: 3, in: elements))))
    }
    return suggestions
  }

  private static func member(_ position: Int, of element: Int, in elements: [JSONValue]) -> JSONValue? {
    guard elements.indices.contains(element), let values = elements[element].array,
      values.indices.contains(position)
    else { return nil }
    return values[position]
  }

  private static func line(_ value: JSONValue?, _ limit: Int) -> String? {
    guard let line = value?.string?.oneLine(limit: limit), !line.isEmpty else { return nil }
    return line
  }

  private static func address(_ value: JSONValue?) -> String? {
    guard let text = value?.string, text.utf8.count <= addressLimit else { return nil }
    return WebAddress(text)?.text
  }
}
