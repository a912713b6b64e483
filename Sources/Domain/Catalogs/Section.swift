/// A named group of entries: a film category, a topic group.
public struct Section: Sendable, Hashable {
  /// Lower-case letters, digits, hyphens and underscores.
  public let id: String
  public let title: String

  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
