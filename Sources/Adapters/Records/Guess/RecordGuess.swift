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
  public internal(set) var facts: [FactGuess] = []
  /// Fields that are not shown.
  public private(set) var leftOut: [LeftOutField] = []
  /// The separator of several sections in a text.
  public private(set) var split: String?
  /// The label of the fact that the list is ordered by, after a "-" if the newest comes first; nil for a list by title.
  public internal(set) var order: String?
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
  ///   - language: that of the reader, which a list may have beside others.
  /// - Throws: if it is not a list, or has no values.
  public init(
    _ bytes: Numbers<UInt8>, reserved: Set<String> = [],
    naming name: (String) -> String = { $0.lowercased() },
    keeping key: Key? = nil, language: String = "en"
  ) throws(RecordsError) {
    var (reader, next) = try RecordReader.ofBestList(in: bytes)
    var survey = FieldSurvey()
    var isWhole = false
    while survey.count < Self.sample, !isWhole {
      if let record = try reader.next() { survey.take(record) } else { isWhole = true }
    }
    guard survey.count > 0 else { throw RecordsError("the list holds no records") }
    guard !survey.fields.isEmpty else { throw RecordsError("its \(survey.count) records have no values") }
    source = reader.form.name
    entries = reader.entries
    // A query that a show's file cannot hold is also the one that runs by default.
    query = reader.query.flatMap { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? $0 : nil }
    count = survey.count
    (self.isWhole, self.next) = (isWhole, next)
    let list = ListFields(
      survey, ordered: survey.ordered(reader.columns, in: try RecordReader.plain(bytes), like: reader.form),
      isTable: !reader.columns.isEmpty, entries: entries, language: language)

    let named = list.title()
    let link = list.link(besides: [])
    let found = try list.key(
      title: named?.fields.first, link: link?.fields.first, of: bytes, like: reader, isWhole: isWhole)
    let title = named ?? list.titleOfUntitled(key: found?.field.path)
    // A text whose beginning is the title is the description too; two columns that are the title are facts too.
    let isText = title?.reason.hasPrefix("the beginning") == true
    var used = Set(isText || named == nil && title?.field == nil ? [] : title?.fields.map(\.path) ?? [])
    func use(_ choice: ListFields.Choice?) -> ListFields.Choice? {
      used.formUnion(choice?.fields.map(\.path) ?? [])
      return choice
    }
    let description = use(list.description(besides: used))
    let (pictures, page, place) = (use(list.pictures()), use(link), use(list.place()))
    let subtitle = list.subtitle(besides: used)
    let section = use(list.section(besides: used.union(subtitle?.fields.map(\.path) ?? [])))
    let source = title?.sources[0] ?? "Row {#}"
    let uses = [
      ("subtitle", subtitle), ("description", description), ("picture", pictures), ("link", page),
      ("section", section), ("place", place),
    ]
    fields =
      Self.key(key, found, in: list, slug: source)
      + [Field(key: "title", sources: [source], reason: title?.reason ?? "the number of the record")]
      + uses.compactMap { key, choice in
        choice.map { Field(key: key, sources: $0.sources, reason: $0.reason) }
      }
    if let field = subtitle?.fields.first, !list.isGroup(field), !field.isOfCodes { used.insert(field.path) }
    let order = list.order(hasPage: description != nil || page != nil)
    (facts, leftOut) = list.facts(
      besides: used, title: title?.field, order: order?.field, among: list.names(title: title?.field),
      reserved: reserved, naming: name)
    // A column that is always empty is reported only of a table that has it.
    let known = Set(list.all.map(\.path) + leftOut.map(\.path))
    leftOut += (reader.form.hasRows ? reader.columns : []).map { RecordPath.written([$0]) }
      .filter { !known.contains($0) }.sorted()
      .map {
        LeftOutField(path: $0, reason: RecordPath($0) == nil ? "a name that is too long" : "always empty")
      }
    self.order = facts.first { $0.source == order?.field.path }.map {
      order?.isDescending == true ? "-\($0.label)" : $0.label
    }
    let doubts = [
      named != nil
        ? nil
        : "nothing looks like a title, so \"\(source)\" stands for it; \"title\" in the show's file can name another",
      !reader.form.hasRows || !list.hasRecordAsHeader
        ? nil
        : "the first row is taken for the names of the columns, but looks like a record; if it is one, put a row of names "
          + "above it",
    ].compactMap(\.self)
    doubt = doubts.isEmpty ? nil : doubts.joined(separator: "; ")
    split = section?.field?.separator.flatMap { $0 == .brackets ? nil : $0.rawValue }
  }

  /// The key that was guessed before, if the list still has its field, or else the one that was found now.
  private static func key(
    _ key: Key?, _ found: ListFields.Key?, in list: ListFields, slug source: String
  ) -> [Field] {
    if let path = key?.id, list.fields.contains(where: { $0.path == path }) {
      let reason = "when the list was first opened"
      return [Field(key: "id", sources: [path], reason: reason)]
        + (key?.slug.map { [Field(key: "slug", sources: [$0], reason: reason)] } ?? [])
    }
    guard let found else { return [] }
    if let key, key.id == nil, key.isFinal || !found.isSlugged { return [] }
    let id = Field(key: "id", sources: [found.field.path], reason: "different in all: \(found.reason)")
    guard found.isSlugged else { return [id] }
    return [id, Field(key: "slug", sources: [source], reason: "an address stays as it was first made")]
  }
}
