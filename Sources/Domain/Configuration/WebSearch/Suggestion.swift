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
