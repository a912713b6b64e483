/// A search by an outside service, for shows without entries of their own.
public struct WebSearch: Sendable {
  /// Returns at most 20 suggestions for a typed text; none for an empty one. Blocks for up to two seconds, so call
  /// it on a worker thread. The visitor's address serves to limit requests and is not passed on.
  public typealias Suggest =
    @Sendable (_ text: String, _ visitor: String) throws(SuggestionFault) -> [Suggestion]

  public let suggestions: Suggest
  public let results: Results

  /// The page of results.
  public struct Results: Sendable {
    /// The http or https address of the results for a text, which it holds percent-encoded.
    public let address: @Sendable (_ text: String) -> String
    /// Scheme, host and port, as in a Content-Security-Policy.
    public let origin: String
    /// Whether the page may be shown in a frame, as far as is known; nil if the service did not answer.
    public let isFramed: @Sendable () -> Bool?

    public init(
      address: @escaping @Sendable (String) -> String, origin: String,
      isFramed: @escaping @Sendable () -> Bool?
    ) {
      (self.address, self.origin, self.isFramed) = (address, origin, isFramed)
    }
  }

  public init(suggestions: @escaping Suggest, results: Results) {
    (self.suggestions, self.results) = (suggestions, results)
  }
}

/// A completion from an outside suggestion service.
public struct Suggestion: Sendable, Hashable {
  /// One line of 1 to 200 characters.
  public let text: String
  /// One line of at most 300 characters.
  public let description: String?
  /// The http or https address of its subject.
  public let address: String?

  public init(text: String, description: String? = nil, address: String? = nil) {
    (self.text, self.description, self.address) = (text, description, address)
  }
}

/// A failure of the suggestion service; the log has the reason.
public enum SuggestionFault: Error, Sendable, Hashable, CustomStringConvertible {
  case unavailable

  public var description: String { "Suggestions are not available at the moment" }
}
