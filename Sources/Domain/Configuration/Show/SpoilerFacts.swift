import JSON

/// The facts of a show that give the end away, as its file names them.
public struct SpoilerFacts: Sendable, Hashable {
  public let labels: Set<String>
  /// Whether first sentences and all facts do so too.
  public let isAll: Bool

  init(_ file: SettingsReader, feed: JSONValue) {
    let names =
      file.optional(
        "spoilers", .texts(FieldPattern.text, "facts", isSet: true),
        "facts that give the end away, by their labels or fields",
        note: "Such as [\"Killed by\"]; hidden where looks.spoilers or the visitor covers spoilers. "
          + "[\"*\"] covers all facts and first sentences too: everything but titles, subtitles and pictures.",
        standard: "only the rest of descriptions, after the first sentence", example: ["*"]) ?? []
    let facts = Self.facts(of: feed)
    isAll = names == ["*"]
    labels =
      isAll
      ? Set(facts.map(\.label))
      : Set(
        names.flatMap { name in
          let named = facts.filter { $0.label == name || $0.field == name }.map(\.label)
          if named.isEmpty {
            file.refuse(
              "spoilers",
              "\"\(name)\" is not one of the facts\(Spelling.hint(name, among: facts.map(\.label)))")
          }
          return named
        })
  }

  /// The facts of a feed and its alternatives.
  private static func facts(of feed: JSONValue) -> [(label: String, field: String?)] {
    ([feed] + (feed["else"]?.array ?? [])).flatMap { feed in
      (feed["facts"]?.object ?? [:]).filter { !$0.key.hasPrefix("//") }.map { ($0.key, $0.value.string) }
    }.sorted { $0.label < $1.label }
  }
}
