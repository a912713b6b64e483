/// A separator that may stand between the values of a text.
enum ListSeparator: String, CaseIterable {
  /// A list in JSON, which needs no separator.
  case brackets = "["
  case semicolon = ";"
  case bar = "|"
  case comma = ","

  func parts(of text: String) -> [String] {
    if self == .brackets { return ListedText.list(text) ?? [text] }
    return ListedText.list(text) == nil ? ListedText.parts(of: text, separator: rawValue) : [text]
  }
}

/// Statistics of the values between separators.
struct ListStatistics {
  private(set) var texts = 0
  /// Texts with several values.
  private(set) var several = 0
  /// The number of texts with each value.
  private(set) var counts: [String: Int] = [:]
  /// Values longer than ``length``.
  private var (values, long) = (0, 0)
  /// Values that come first, and those that come later.
  private var (first, later): (Set<String>, Set<String>) = ([], [])

  /// Letters of a value; a longer one is a sentence.
  private static let length = 40
  /// Different values that are counted.
  private static let limit = 5_000

  mutating func take(_ parts: [String]) {
    texts += 1
    if parts.count > 1 { several += 1 }
    for (index, part) in parts.enumerated() {
      values += 1
      if part.count > Self.length { long += 1 }
      guard counts.count < Self.limit || counts[part] != nil else { continue }
      counts[part, default: 0] += 1
      if parts.count == 1 || index == 0 { first.insert(part) }
      if index > 0 { later.insert(part) }
    }
  }

  /// Whether texts are lists of values that repeat. A comma stands in names and sentences too: values of lists also
  /// change places, and those of "Smith, John" do not.
  func isList(with separator: ListSeparator) -> Bool {
    guard several * 10 >= texts, long * 20 <= values else { return false }
    if separator == .brackets { return true }
    let repeated = counts.filter { $0.value > 1 }.map(\.key)
    guard several > 1, repeated.count * 4 >= counts.count || counts.count <= 30 else { return false }
    let moving = repeated.count { first.contains($0) && later.contains($0) }
    return separator != .comma || moving > 1 && moving * 4 >= repeated.count
  }
}
