/// A search by an outside service, for shows without entries of their own.
public struct WebSearch: Sendable {
  /// At most ten suggestions for what was typed; none for an empty text. Blocks for up to two seconds, so
  /// it belongs on a worker thread. The visitor's address only serves to limit requests and is not passed on.
  public typealias Suggest =
    @Sendable (_ text: String, _ visitor: String) throws(SuggestionFault) -> [Suggestion]

  public let suggestions: Suggest
  public let results: Results

  /// Where the results are shown.
  public struct Results: Sendable {
    /// The http or https address of the results for a text, which stands in it percent-encoded.
    public let address: @Sendable (_ text: String) -> String
    /// Scheme, host and port, as a Content-Security-Policy names them.
    public let origin: String
    /// Whether the service lets its page stand in a frame.
    public let isFramed: Bool

    public init(address: @escaping @Sendable (String) -> String, origin: String, isFramed: Bool) {
      self.address = address
      self.origin = origin
      self.isFramed = isFramed
    }
  }

  public init(suggestions: @escaping Suggest, results: Results) {
    self.suggestions = suggestions
    self.results = results
  }
}

/// One way in which what somebody types may go on, as an outside service says.
public struct Suggestion: Sendable, Hashable {
  /// One line of at most 200 characters, and never empty.
  public let text: String
  /// One line of at most 300 characters.
  public let description: String?
  /// http or https address of what it stands for.
  public let address: String?

  public init(text: String, description: String? = nil, address: String? = nil) {
    self.text = text
    self.description = description
    self.address = address
  }
}

/// Why there are no suggestions; the log has the reason.
public enum SuggestionFault: Error, Sendable, Hashable, CustomStringConvertible {
  case unavailable

  public var description: String { "Suggestions are not available at the moment" }
}
