/// What the value of a flag is, and what it is read as.
public struct FlagForm<Value: Sendable>: Sendable {
  let placeholder: String
  let completion: ArgumentCompletion
  /// A description of what it takes, for messages about other values.
  let words: String
  let read: @Sendable (String) -> Value?

  public init(
    _ placeholder: String, completes completion: ArgumentCompletion = .nothing, takes words: String,
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.placeholder = placeholder
    self.completion = completion
    self.words = words
    self.read = read
  }
}

extension FlagForm where Value == String {
  public static func text(_ placeholder: String, completes completion: ArgumentCompletion = .nothing) -> Self
  {
    Self(placeholder, completes: completion, takes: "text") { $0 }
  }

  /// One of several words.
  public static func word(_ placeholder: String, of words: [String]) -> Self {
    let list = "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    return Self(placeholder, completes: .words(words), takes: list) { words.contains($0) ? $0 : nil }
  }
}

extension FlagForm where Value: FixedWidthInteger {
  public static func number(_ range: ClosedRange<Value>, _ placeholder: String = "N") -> Self {
    Self(placeholder, takes: "\(range.lowerBound) to \(range.upperBound)") { text in
      Value(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}
