/// Names of fields as evidence for what a field is, from -3 to 3; written as ``FieldStatistics/name`` has them.
struct FieldWords: Sendable {
  /// Names that state it, the surest first.
  private(set) var exact: [Substring] = []
  /// Parts of names that suggest it, and those that exclude it.
  private var (parts, others): ([Substring], [Substring]) = ([], [])
  /// Names of values whose object is named for it, such as "name".
  private var within: [Substring] = []
  private var places: [Substring: Int] = [:]

  static subscript(list: String) -> FieldWords { FieldRules.all.words[list] ?? FieldWords() }

  /// - Parameter lines: of `rules.txt`.
  init(_ lines: [[Substring]] = []) {
    for words in lines {
      switch words.first {
      case "part:": parts += words.dropFirst()
      case "not:": others += words.dropFirst()
      case "within:": within += words.dropFirst()
      default: exact += words
      }
    }
    places = Dictionary(exact.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  func exact(_ name: String) -> Bool { places[name[...]] != nil }
  func isPart(of name: String) -> Bool { exact.contains { name.contains($0) } }
  func begins(_ name: String) -> Bool { exact.contains { name.hasPrefix($0) } }
  func ends(_ name: some StringProtocol) -> Bool { exact.contains { name.hasSuffix($0) } }

  func weight(of field: FieldStatistics) -> Double {
    let outer = field.parent.last.map(FieldStatistics.plain)
    if let outer, within.contains(field.last[...]) { return weight(of: outer) }
    if field.parent.contains(where: { others.contains(FieldStatistics.plain($0)[...]) }) { return -3 }
    if let outer, FieldWords["inner"].exact(field.last) { return weight(of: outer) - 0.2 }
    let own = weight(of: field.name)
    return field.last == field.name || own < 0 ? own : max(own, weight(of: field.last) - 0.5)
  }

  /// The beginning of a field's name before the longest of the names: "stop" of `stop_lat`, "" of `lat`; nil if it
  /// ends with another name.
  func stem(of field: FieldStatistics) -> Substring? {
    exact.filter { field.last.hasSuffix($0) }.max { $0.count < $1.count }
      .map { field.last.dropLast($0.count) }
  }

  private func weight(of name: String) -> Double {
    if let place = places[name[...]] { return 3 - Double(place) / Double(exact.count) }
    // Short ones occur within other words.
    let isOther = others.contains {
      $0.count > 3 ? name.contains($0) : name.hasPrefix($0) || name.hasSuffix($0)
    }
    return isOther ? -3 : parts.contains { name.contains($0) } ? 1.2 : 0
  }
}
