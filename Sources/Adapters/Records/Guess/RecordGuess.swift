import JSON
public import System

/// A mapping that is guessed from a list, with reasons.
public struct RecordGuess: Sendable {
  /// The source of one field of an entry, and the reason for it.
  public struct Field: Sendable {
    /// Its key in a show's `entry`.
    public let key: String
    /// One source, those of several pictures, or those of latitude and longitude.
    public let sources: [String]
    public let reason: String
  }

  /// The field that tells the records of a list apart, as it was guessed before.
  public struct Key: Sendable {
    /// Nil for the title.
    let id: String?
    let slug: String?
    /// Whether the title stays the key even if a field becomes one.
    let isFinal: Bool

    public init(id: String?, slug: String?, isFinal: Bool) {
      (self.id, self.slug, self.isFinal) = (id, slug, isFinal)
    }
  }

  /// The kind of list, for people.
  public let source: String
  public private(set) var entries: [String] = []
  /// The query for an SQLite file; nil for other forms.
  public private(set) var query: String?
  /// Records that were examined.
  public let count: Int
  /// Whether these are all.
  public let isWhole: Bool
  public let fields: [Field]
  public private(set) var facts: [FactGuess] = []
  /// Fields that are not shown.
  public private(set) var leftOut: [LeftOutField] = []
  /// The separator of several sections in a text.
  public private(set) var split: String?
  /// The label of the fact that a feed's newest entries come first by; nil for a list by title.
  public private(set) var newest: String?
  /// A possible fault of the list itself; one sentence.
  public private(set) var doubt: String?
  /// Nil if the list seems to be complete.
  public private(set) var next: NextPage?

  /// Records that are examined.
  public static let sample = 2_000

  /// - Parameters:
  ///   - reserved: names that no fact may have.
  ///   - name: makes the unique name of a fact from its label.
  ///   - key: the one that was guessed before; it stays as long as the list has its field.
  /// - Throws: if it is not a list, or nothing in it looks like a title.
  public init(
    _ bytes: Numbers<UInt8>, reserved: Set<String> = [],
    naming name: (String) -> String = { $0.lowercased() },
    keeping key: Key? = nil
  ) throws(RecordsError) {
    var (reader, next) = try RecordReader.ofBestList(in: bytes)
    var survey = FieldSurvey()
    var isWhole = false
    while survey.count < Self.sample, !isWhole {
      if let record = try reader.next() { survey.take(record) } else { isWhole = true }
    }
    reader.end()
    guard survey.count > 0 else { throw RecordsError("the list holds no records") }
    guard !survey.fields.isEmpty else { throw RecordsError("its \(survey.count) records have no values") }
    // A column that is always empty is reported only of a table that has it.
    let hasRows = reader.form.hasRows
    let columns = reader.columns.filter { hasRows || survey.fields[RecordPath.written([$0])] != nil }
    // Ids that were made of a number stay as they are.
    let choice = FieldChoice(survey, columns: columns, prefersNames: key.map { $0.id != nil } ?? true)
    source = reader.form.name
    entries = reader.entries
    // A query that a show's file cannot hold is also the one that runs by default.
    query = reader.query.flatMap { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? $0 : nil }
    count = survey.count
    self.isWhole = isWhole
    self.next = next
    var keyFields: [Field] = []
    if let path = key?.id, choice.fields.contains(where: { $0.path == path }) {
      let reason = "when the list was first opened"
      keyFields = [Field(key: "id", sources: [path], reason: reason)]
      if let slug = key?.slug { keyFields.append(Field(key: "slug", sources: [slug], reason: reason)) }
    } else if let found = try choice.key(of: bytes, like: reader, isWhole: isWhole) {
      let isTitle = key.map { $0.id == nil && ($0.isFinal || !found.isSlugged) } ?? false
      let reason = "different in all\(isWhole ? " \(survey.count)" : "")"
      if !isTitle { keyFields = [Field("id", found.field, reason)] }
      if !isTitle, found.isSlugged, let slug = choice.slug {
        keyFields.append(
          Field(key: "slug", sources: [slug], reason: "an address stays as it was first made"))
      }
    }
    let (subtitle, description, pictures) = (choice.subtitle, choice.description, choice.pictures)
    let (link, section, place) = (choice.link, choice.section, choice.place)
    fields =
      keyFields
      + [
        choice.titleField(key: keyFields.first?.sources[0]),
        subtitle.map { Field("subtitle", $0, choice.reasons($0, "subtitle")) },
        description.map { Field("description", $0, choice.reasons($0, "description")) },
        pictures.first.map { first in
          Field(key: "picture", sources: pictures.map(\.path), reason: choice.reasons(first, "pictures"))
        },
        link.map { Field("link", $0, choice.reasons($0, $0.weight("link") > 0 ? "link.page" : "link")) },
        section.map { Field("section", $0, "\($0.valuesInWords); \(choice.presence($0))") },
        place,
      ]
      .compactMap(\.self)
    let machineKey = choice.machineKey(keyFields.first?.sources[0])
    var used = choice.personName ?? [choice.heading].compactMap(\.self)
    used += [machineKey, description, link, section].compactMap(\.self)
    if let subtitle, choice.score(subtitle, "order") == nil, choice.score(subtitle, "facet") == nil {
      used.append(subtitle)
    }
    used += pictures
    (facts, leftOut) = FactGuess.all(
      choice, besides: Set(used.map(\.path) + (place?.sources ?? [])), reserved: reserved, naming: name)
    newest =
      facts.first { fact in
        fact.order != nil && choice.isOfFeed
          && choice.fields.contains { $0.path == fact.source && choice.isNewest($0) }
      }?.label
    var doubts: [String] = []
    if choice.title == nil, choice.personName == nil, let source = fields.first(where: { $0.key == "title" })
    {
      doubts.append(
        "nothing looks like a title, so \"\(source.sources[0])\" stands for it; \"title\" in the show's file can name another"
      )
    }
    if hasRows, choice.hasRecordAsHeader {
      doubts.append(
        "the first row is taken for the names of the columns, but looks like a record; if it is one, put a row "
          + "of names above it")
    }
    doubt = doubts.isEmpty ? nil : doubts.joined(separator: "; ")
    split =
      section.flatMap(\.separator).flatMap { $0 == .brackets ? nil : $0.rawValue }
      ?? (query?.contains("group_concat(") == true ? ";" : nil)
  }

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
    newest = facts.first { $0.source == "taken" }?.label
  }
}

extension RecordGuess.Field {
  fileprivate init(_ key: String, _ field: FieldStatistics, _ reason: String) {
    self.init(key: key, sources: [field.path], reason: reason)
  }
}
