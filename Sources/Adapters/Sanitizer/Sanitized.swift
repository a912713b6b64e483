public import Text

/// What remains of untrusted HTML, as markup and as text.
public struct Sanitized: Sendable, Hashable {
  public let html: SafeHTML

  /// The same as plain text on one line: no markup, words apart by one space, nothing escaped.
  public let text: String

  /// Whether there was more than may remain; both then end in an ellipsis where it was cut.
  public let isCut: Bool
}
