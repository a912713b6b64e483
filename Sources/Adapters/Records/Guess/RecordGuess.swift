/// A mapping guessed from what a list holds, for people to look at.
public struct RecordGuess: Sendable {
  /// What one field of an entry is read from, and why.
  public struct Field: Sendable {
    /// Its key in a show's `entry`.
    public let key: String
    /// One source, or those of latitude and longitude.
    public let sources: [String]
    public let reason: String
  }

  public let form: RecordForm
  /// What the list is, for people.
  public let source: String
  public let entries: [String]
  /// How an SQLite file is asked; nil for other forms.
  public let query: String?
  /// Records that were looked at.
  public let count: Int
  /// Whether these are all.
  public let isWhole: Bool
  public let fields: [Field]
  public let facts: [FactGuess]
  /// What stands between several values in a column.
  public let split: String?
  /// What may be wrong with the list itself, one sentence; nil if nothing seems to be.
  public let doubt: String?
  /// Nil if the list seems to be whole.
  public let next: NextPage?

  /// Records that are looked at: what a thousand do not show, a mapping does not need.
  public static let sample = 2_000

  /// The field that tells the records of a list apart, as it was guessed before.
  public struct Key: Sendable {
    /// Nil for the title.
    let id: String?
    let slug: String?
    /// Whether it stays the title if a field turns out to tell them apart as well.
    let isFinal: Bool

    public init(id: String?, slug: String?, isFinal: Bool) {
      (self.id, self.slug, self.isFinal) = (id, slug, isFinal)
    }
  }

  /// - Parameters:
  ///   - reserved: names that no fact may have.
  ///   - name: the name of the fact with a label; no two facts have the same one.
  ///   - key: the one that was guessed before; it stays as long as the list has its field.
  /// - Throws: if it is not a list, or nothing in it looks like a title.
  public init(
    _ bytes: [UInt8], reserved: Set<String> = [], naming name: (String) -> String = { $0.lowercased() },
    keeping key: Key? = nil
  ) throws(RecordsError) {
    var (reader, next) = try RecordReader.ofLongestList(in: bytes)
    self.next = next
    var survey = FieldSurvey()
    var isWhole = false
    while survey.count < Self.sample, !isWhole {
      if let record = try reader.next() { survey.take(record) } else { isWhole = true }
    }
    reader.end()
    guard survey.count > 0 else { throw RecordsError("the list holds no records") }
    let choice = FieldChoice(survey, columns: reader.columns)
    guard let title = choice.title else {
      throw RecordsError(
        "nothing in its \(survey.count) records looks like a title: looked for a text that nearly all have, most "
          + "of them different, among \(choice.known)")
    }
    form = reader.form
    source = form.name
    entries = reader.entries
    // A query that a show's file cannot hold is the one that is run without any, too.
    query = reader.query.flatMap { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? $0 : nil }
    count = survey.count
    self.isWhole = isWhole
    let id: Field?
    let slug: Field?
    if let path = key?.id, choice.fields.contains(where: { $0.path == path }) {
      let reason = "when the list was first opened"
      id = Field(key: "id", sources: [path], reason: reason)
      slug = key?.slug.map { Field(key: "slug", sources: [$0], reason: reason) }
    } else {
      let found = try choice.key(of: bytes, like: reader, isWhole: isWhole)
      let isTitle = key?.id == nil && (key?.isFinal == true || key != nil && found?.isSlugged == false)
      id =
        isTitle
        ? nil : found.map { Field("id", $0.field, "different in all\(isWhole ? " \(survey.count)" : "")") }
      slug =
        id == nil || found?.isSlugged != true
        ? nil : Field("slug", title, "an address stays as it was first made")
    }
    fields = [
      id, slug,
      Field("title", title, "\(choice.presence(title)), \(title.distinct) different"),
      choice.subtitle.map { Field("subtitle", $0, "short, \(choice.presence($0))") },
      choice.description.map {
        Field(
          "description", $0,
          "the longest text, \(Int($0.meanLength)) letters on average, \(choice.presence($0))")
      },
      choice.picture.map { Field("picture", $0, "addresses of pictures, \(choice.presence($0))") },
      choice.link.map { Field("link", $0, "addresses, \(choice.presence($0))") },
      choice.section.map {
        Field("section", $0, "\(choice.valuesInWords($0)); \(choice.presence($0))")
      },
      choice.place,
    ]
    .compactMap(\.self)
    facts = FactGuess.all(
      choice,
      besides: [
        title, choice.machineKey(id?.sources[0]), choice.description, choice.picture, choice.link,
        choice.section,
        choice.subtitle.flatMap { choice.isSortable($0) || choice.facetScore($0) != nil ? nil : $0 },
      ] + choice.fields.filter { choice.place?.sources.contains($0.path) == true }, reserved: reserved,
      naming: name)
    doubt =
      choice.hasRecordAsHeader
      ? "the first row is taken for the names of the columns, but looks like a record; if it is one, put a row "
        + "of names above it" : nil
    let isSplit =
      choice.section.map(choice.isSplit) == true || facts.contains { $0.facet != nil && $0.isSplit }
    split = isSplit ? ";" : nil
  }
}

extension RecordGuess {
  /// The mapping for the list of a folder of pictures, which needs no guess.
  public init(ofPictures bytes: [UInt8]) throws(RecordsError) {
    var reader = try RecordReader(bytes, as: .json)
    var found: Set<String> = []
    while let record = try reader.next() { found.formUnion(record.object.map { Set($0.keys) } ?? []) }
    form = reader.form
    source = "a folder of pictures"
    entries = []
    query = nil
    count = reader.count
    isWhole = true
    fields = [
      Field(key: "id", sources: ["id"], reason: "the path of the file without its ending"),
      Field(key: "title", sources: ["title"], reason: "the name of the file, or the heading of its text"),
      Field(key: "description", sources: ["text"], reason: "the .md, .txt or .json of the same name"),
      Field(key: "picture", sources: ["picture"], reason: "the file"),
      Field(key: "section", sources: ["section"], reason: "the folder that it is in"),
    ]
    .filter { found.contains($0.sources[0]) }
    facts = []
    doubt = nil
    split = nil
    next = nil
  }
}

extension RecordGuess.Field {
  fileprivate init(_ key: String, _ field: FieldStatistics, _ reason: String) {
    self.init(key: key, sources: [field.path], reason: reason)
  }
}
