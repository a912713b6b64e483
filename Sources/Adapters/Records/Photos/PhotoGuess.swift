import JSON
public import System

extension RecordGuess {
  private static let photoFacts: [(label: String, source: String)] = [
    ("Taken", "taken"), ("Camera", "camera"), ("Keywords", "keywords"), ("People", "people"),
    ("Location", "location"), ("Photographer", "artist"),
  ]

  /// The mapping of a folder of pictures, which is known.
  public init(ofPictures bytes: Numbers<UInt8>) throws(RecordsError) {
    var reader = try RecordReader(bytes, as: .json)
    var found: Set<String> = []
    var values: [String: Set<JSONValue>] = [:]
    while let record = try reader.next() {
      for (name, value) in record.object ?? [:] {
        found.insert(name)
        if values[name, default: []].count < 2 { values[name, default: []].formUnion(value.array ?? [value]) }
      }
    }
    source = "a folder of pictures"
    count = reader.count
    isWhole = true
    fields = [
      Field(key: "id", sources: ["id"], reason: "the path of the file without its ending"),
      Field(key: "title", sources: ["title"], reason: "the name of the file, or the heading of its text"),
      Field(key: "description", sources: ["text"], reason: "the .md, .txt or .json of the same name"),
      Field(key: "picture", sources: ["picture"], reason: "the file"),
      Field(key: "section", sources: ["section"], reason: "the folder that it is in"),
      Field(key: "place", sources: ["latitude", "longitude"], reason: "where the photograph was taken"),
    ]
    .filter { $0.sources.allSatisfy(found.contains) }
    facts = Self.photoFacts.filter { found.contains($0.source) }.map { label, source in
      let isDate = source == "taken"
      let isFacet = !isDate && values[source, default: []].count > 1
      return FactGuess(
        label: label, source: source, reason: "a detail of the photograph",
        facet: isFacet ? "different values" : nil, order: isDate ? "dates" : nil, separator: nil)
    }
    order = facts.first { $0.source == "taken" }.map { "-\($0.label)" }
  }
}
