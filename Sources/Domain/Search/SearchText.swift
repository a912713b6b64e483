/// One searchable thing.
public struct SearchText: Sendable {
  /// What it folds to, if only that is known.
  public var title: String {
    switch given {
    case .text(let title): title
    case .folded(let title): String(decoding: title, as: UTF8.self)
    }
  }

  public let description: String
  /// Another title, such as a film's original one: found as the title is, never marked.
  public let alternative: String?

  /// Folded words, with spaces between them, that it is found by after all others.
  public let facts: [UInt8]

  public init(title: String, description: String = "", alternative: String? = nil, facts: String = "") {
    given = .text(title)
    self.description = description
    self.alternative = alternative
    self.facts = Folding.fold(facts)
  }

  /// - Parameter foldedTitle: what ``Folding/fold(_:)`` made of the title.
  public init(
    foldedTitle: ArraySlice<UInt8>, description: String = "", alternative: String? = nil,
    facts: [UInt8] = []
  ) {
    given = .folded(foldedTitle)
    self.description = description
    self.alternative = alternative
    self.facts = facts
  }

  let given: Title

  enum Title {
    case text(String)
    case folded(ArraySlice<UInt8>)
  }
}
