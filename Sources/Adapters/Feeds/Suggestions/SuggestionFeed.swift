import Catalogs
public import Configuration
public import Fetching

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
