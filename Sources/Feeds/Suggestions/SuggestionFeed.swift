public import CatalogCore
public import Fetching
public import JSON
public import Configuration

/// A service that completes what is typed, in OpenSearch's form, and the page that shows results.
public struct SuggestionFeed: FeedKind {
  public static let kind = "suggestions"
  public static let fields = [
    Field(
      "address", .text(pattern: QueryTemplate.pattern, words: "address with {query}"), required: true,
      "where completions are asked for", note: "The typed text takes the place of {query}.",
      example: "https://api.bing.com/osjson.aspx?query={query}"),
    Field(
      "language", .text(pattern: "^[A-Za-z0-9,;=.* -]{1,100}$", words: "languages"),
      "the languages that completions are asked for in", standard: "the request names none",
      example: "en-GB, en"),
    Field("results", .object, required: true, "where results are shown"),
    Field(
      "results.address", .text(pattern: QueryTemplate.pattern, words: "address with {query}"), required: true,
      "the page of results", example: "https://www.bing.com/search?q={query}"),
    Field(
      "results.frame", .flag, "whether results are shown inside of the page",
      note: "Only for services that allow it.", standard: "false", example: false),
  ]

  /// An answer that comes later than in 2 s is of no use any more; one of more than 64 KB is none.
  public static let rules = FetchRules(
    timeout: .seconds(2), byteLimit: 64 << 10, privateAddresses: .onlyFirstHop)

  let template: QueryTemplate
  /// What the service is asked to answer in; without it the request says nothing of languages.
  let language: String?
  private let results: QueryTemplate
  private let isFramed: Bool

  public init?(reading settings: StrictObject) {
    let template = Self.template("address", settings)
    let language = settings.string("language", required: false, Self.languageForm)
    if let language, !Self.isLanguage(language) {
      settings.fault("language", "expected \(Self.languageForm), found \"\(language)\"")
    }
    let page = settings.object("results", "where results are shown")
    let results = page.flatMap { Self.template("address", $0) }
    let isFramed = page?.bool("frame", required: false, "true or false") ?? false
    settings.take(page?.finish() ?? [])
    guard let template, let results else { return nil }
    self.template = template
    self.language = language
    self.results = results
    self.isFramed = isFramed
  }

  private init(_ feed: SuggestionFeed, template: QueryTemplate) {
    self.template = template
    language = feed.language
    results = feed.results
    isFramed = feed.isFramed
  }

  public var yield: FeedYield { .suggestions(self) }

  /// The same feed with another service; nil for a text that is no address with `{query}` in it.
  public func moved(to address: String) -> SuggestionFeed? {
    QueryTemplate(address).map { SuggestionFeed(self, template: $0) }
  }

  /// The search that pages offer.
  /// - Parameter service: nil where nobody outside may be asked.
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

  private static func template(_ key: String, _ settings: StrictObject) -> QueryTemplate? {
    guard let text = settings.string(key, QueryTemplate.form) else { return nil }
    guard let template = QueryTemplate(text) else {
      settings.fault(key, "expected \(QueryTemplate.form), found \"\(text.withoutSecrets)\"")
      return nil
    }
    return template
  }

  private static let languageForm = "languages as a request names them, such as \"en\""

  private static func isLanguage(_ text: String) -> Bool {
    text.utf8.count <= 100
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-,;=.* ".unicodeScalars.contains($0))
      }
  }
}
