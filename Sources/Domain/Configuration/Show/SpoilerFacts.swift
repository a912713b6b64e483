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
        note: "Such as [\"Killed by\"]; covered where looks.spoilers says so. "
          + "[\"*\"] covers all facts of a list, and first sentences too.",
        standard: "only the rest of descriptions, after the first sentence", example: ["*"]) ?? []
    let feeds = [feed] + (feed["else"]?.array ?? [])
    let relations = feeds.flatMap { $0["relations"]?.array ?? [] }.compactMap { relation in
      relation["field"]?.string.map { (key: relation["label"]?.string ?? $0, value: JSONValue.string($0)) }
    }
    let facts =
      feeds.flatMap { $0["facts"]?.object ?? [:] }
      .filter { !$0.key.hasPrefix("//") }.map { (key: $0.key, value: $0.value) } + relations
    let isAll = names == ["*"]
    self.isAll = isAll
    labels = Set(
      facts.filter { isAll || names.contains($0.key) || names.contains($0.value.string ?? "") }.map(\.key))
    let known = facts.map(\.key).sorted() + facts.compactMap(\.value.string)
    for name in names where !isAll && !known.contains(name) {
      file.refuse("spoilers", "\"\(name)\" is not one of the facts\(Spelling.hint(name, among: known))")
    }
  }
}
