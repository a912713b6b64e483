/// One searchable thing.
public struct SearchText: Sendable {
  public let title: String
  public let description: String
  /// Another title, such as a film's original one: found as the title is, never marked.
  public let alternative: String?

  public init(title: String, description: String = "", alternative: String? = nil) {
    self.title = title
    self.description = description
    self.alternative = alternative
  }
}
