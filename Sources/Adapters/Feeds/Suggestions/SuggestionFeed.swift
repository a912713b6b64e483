import Catalogs
public import Configuration
public import Fetching
import JSON
import Text

/// A service that completes what is typed, in OpenSearch's form, and the page that shows results.
public struct SuggestionFeed: FeedKind {
  public static let kind = "suggestions"

  /// An answer after 2 s is too late to be useful; one of more than 64 KB is rejected.
  public static let rules = FetchRules(
    timeout: .seconds(2), byteLimit: 64 << 10, privateAddresses: .onlyFirstHop)

  let template: QueryTemplate
  /// What the service is asked to answer in; without it the request says nothing of languages.
  let language: String?
  private let results: QueryTemplate
  private let isFramed: Bool

  public init(_ settings: SettingsReader) {
    template = settings.required(
      "address", .queryTemplate, "where completions are asked for",
      note: "The typed text takes the place of {query}.",
      example: "https://api.bing.com/osjson.aspx?query={query}")
    language = settings.optional(
      "language", .text("^[A-Za-z0-9,;=.* -]{1,100}$", "a list of languages as a request names them"),
      "the languages that completions are asked for in", standard: "the request names none",
      example: "en-GB, en")
    (results, isFramed) = settings.required("results", "where results are shown") { results in
      (
        results.required(
          "address", .queryTemplate, "the page of results",
          example: "https://www.bing.com/search?q={query}"),
        results.optional(
          "frame", .flag, default: false, "whether results are shown inside of the page",
          note: "Only for services that allow it.", example: false)
      )
    }
  }

  private init(_ feed: SuggestionFeed, template: QueryTemplate) {
    self.template = template
    language = feed.language
    results = feed.results
    isFramed = feed.isFramed
  }

  public var yield: FeedYield { .suggestions(self) }

  /// The same feed with another service; nil for a text that is not an address with `{query}` in it.
  public func moved(to address: String) -> SuggestionFeed? {
    QueryTemplate(address).map { SuggestionFeed(self, template: $0) }
  }

  /// The search that pages offer.
  /// - Parameter service: nil if nothing outside may be contacted.
  public func search(asking service: SuggestionService?) -> WebSearch {
    WebSearch(
      suggestions: { (text, visitor) throws(SuggestionFault) in
        guard let service else { throw .unavailable }
        return try service.suggestions(for: text, visitor: visitor)
      },
      results: WebSearch.Results(
        address: { [results] in results.address(for: SuggestionService.query($0)) }, origin: results.origin,
        isFramed: isFramed))
  }
}

/// An address with `{query}` as the placeholder of a text.
struct QueryTemplate: Sendable, Hashable {
  private let parts: [String]
  /// Scheme, host and port, the last if it is not the scheme's own.
  let origin: String

  /// Nil if it is not such an address, or if the text could choose the host.
  init?(_ text: String) {
    let parts = Self.split(text)
    guard parts.count > 1, let one = WebAddress(parts.joined(separator: "a")),
      let other = WebAddress(parts.joined(separator: "b")), one.host == other.host, one.port == other.port
    else { return nil }
    self.parts = parts
    let standard = one.isSecure ? 443 : 80
    origin = "\(one.isSecure ? "https" : "http")://\(one.host)\(one.port == standard ? "" : ":\(one.port)")"
  }

  /// - Parameter query: any text; it is percent-encoded, its spaces as `%20`.
  func address(for query: String) -> String {
    parts.joined(separator: Self.encoded(query))
  }

  private static func split(_ text: String) -> [String] {
    text.split(separator: "{query}", omittingEmptySubsequences: false).map(String.init)
  }

  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += (digits.count == 1 ? "%0\(digits)" : "%\(digits)").utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// An answer as OpenSearch has it: `[query, [completions], [descriptions], [addresses], {…}]`, where all
/// after the completions may be missing or shorter.
///
/// Source of the format: https://github.com/dewitt/opensearch, "Suggestions" extension 1.1
enum OpenSearchAnswer {
  /// Of what is read of an answer: room for 500 completions, where services send ten or twelve.
  private static let limits = JSONLimits(values: 2_000, bytes: SuggestionFeed.rules.byteLimit)
  private static let limit = 10
  private static let textLimit = 200
  private static let descriptionLimit = 300
  private static let addressLimit = 2048

  /// The suggestions that can be used; nil if the answer is not of this form.
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
