/// A text that stands fast when a template is compiled; it may hold values of the model at that place.
///
/// Named in a template like a value, `{{words.search}}`; a section about it is taken or left when the
/// template is compiled. Rendering costs what the values in it cost, and nothing more.
public struct Constant: Sendable, Hashable {
  /// What a constant is made of.
  public enum Piece: Sendable, Hashable {
    case text(String)
    /// A value of the model by its name: text, or `SafeHTML` as it is.
    case value(String)
  }

  let pieces: [Piece]

  public init(_ pieces: [Piece]) {
    self.pieces = pieces
  }

  /// A text alone.
  public init(_ text: String) {
    self.init(text.isEmpty ? [] : [.text(text)])
  }

  var isEmpty: Bool { pieces.isEmpty }
}
