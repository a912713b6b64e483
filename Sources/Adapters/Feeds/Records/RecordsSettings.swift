import Configuration
import Fetching
import JSON
import Records

/// The settings of a list of records: its location, its form, and its mapping.
struct RecordsSettings: Sendable {
  var address: WebAddress?
  let file: String?
  let format: RecordForm?
  let entries: [String]
  let query: String?
  let split: String?
  let next: RecordNext?
  /// At most.
  let pages: Int
  let mapping: RecordMapping
  let facts: RecordFacts

  init(_ settings: SettingsReader) {
    address = settings.optional(
      "address", .webAddress, "where the list is fetched", note: "https is tried first; plain or gzip.",
      standard: "there is a file", example: "https://api.example.org/people")
    file = settings.optional(
      "file", .text,
      "the file that holds the list, or a folder of pictures, instead of an address",
      note: "A path relative to the folder of this file; read again on SIGHUP, and a folder at each refresh.",
      standard: "there is an address",
      example: "plants.csv")
    if !settings.has("file"), !settings.has("address") {
      settings.refuse("address", "is missing; expected an address, or a file under \"file\"")
    }
    format = settings.optional(
      "format", .choice(RecordForm.allCases.map(\.rawValue)), "the form of the list",
      standard: "what its first bytes say", example: "csv"
    )
    .flatMap { RecordForm(rawValue: $0) }
    entries =
      settings.optional(
        "entries", .names, "where the list is in the answer", note: "Names with dots between them.",
        standard: "the answer is the list, or a feed or GeoJSON", example: "data.results") ?? []
    query = settings.optional(
      "query", .text, "what is asked of an SQLite file",
      note:
        "One statement that only reads; its columns are the fields of a record. What a program has not yet "
        + "merged into the file from the log beside it is not seen.",
      standard: "all columns of the table with the most rows that looks like a list",
      example: "SELECT title, name AS author FROM books JOIN authors ON author = authors.id")
    split = settings.optional(
      "split", .text, "what stands between several values in a column of a table",
      standard: "a column has one value", example: "; ")
    next = settings.optional(
      "next", .recordNext, "where an answer names its next page",
      note: "Names that lead to its address, or to {\"parameters\": …} for the same address. A {page} in the "
        + "address is its number instead.",
      standard: "the link of a feed, or of the Link header", example: "info.next")
    let isPaged = next != nil || address.map(RecordPages.isNumbered) == true
    pages = settings.optional(
      "pages", .integer(1...RecordPages.limit), default: isPaged ? RecordPages.usual : 1,
      "pages that are asked for at most", note: "One after the other, and only of the same host.",
      standard: "\(RecordPages.usual) if there is next or {page}, else 1", example: 50)
    mapping = settings.required(
      "entry", "which fields of a record are what",
      note: "Paths: name.first, \"odd.name\", list[0], list[*], a || b; or a text around {paths}.",
      reading: RecordMapping.init)
    facts = RecordFacts(settings)
  }

  /// The fields, by their paths in the show's file.
  var fields: [(path: String, text: RecordText)] { mapping.fields + facts.fields }

  /// All names that the mapping reads in a record.
  var names: Set<String> { mapping.names.union(facts.names) }

  func reader(of bytes: [UInt8], keeping names: Set<String>?) throws(RecordsError) -> RecordReader {
    try RecordReader(bytes, as: format, entries: entries, query: query, keeping: names)
  }
}

extension SettingForm where Value == RecordText {
  static var recordText: Self {
    SettingForm<String>.text(FieldPattern.text, "a path, or a text around {paths}").map { RecordText($0) }
  }
}

extension SettingForm where Value == [String] {
  /// A path without indices.
  static var names: Self {
    SettingForm<String>.text(FieldPattern.text, "names with dots between them")
      .map { RecordPath($0)?.plainNames }
  }
}

/// The fields of a record that make an entry.
struct RecordMapping: Sendable {
  let id: RecordText?
  let slug: RecordText?
  let title: RecordText
  let subtitle: RecordText?
  let description: RecordText?
  let picture: RecordText?
  let link: RecordText?
  let section: RecordText?
  let place: RecordPlace?

  init(_ entry: SettingsReader) {
    id = entry.optional(
      "id", .recordText, "what tells an entry from all others and never changes",
      note: "Favorites hold on to it. Records with the same one are shown as one entry.",
      standard: "the title",
      example: "id")
    slug = entry.optional(
      "slug", .recordText, "what the address of an entry is made of",
      note:
        "An address stays as it was first made. The name of the entry is right where the id is an address.",
      standard: "the id", example: "name")
    title = entry.required("title", .recordText, "what an entry is called", example: "name")
    subtitle = entry.optional(
      "subtitle", .recordText, "a few words below the title", standard: "the place, if there is one",
      example: "{job} in {town}")
    description = entry.optional(
      "description", .recordText, "what there is to say about an entry, plain or HTML", standard: "nothing",
      example: "about || summary")
    picture = entry.optional(
      "picture", .recordText, "the address of a picture",
      note: "Its host belongs into pictures.hosts. Of a list in a file it may be a file beside the list.",
      standard: "there are no pictures", example: "https://cdn.example.org/300{portrait}")
    link = entry.optional(
      "link", .recordText, "the address of an entry's own page elsewhere", standard: "there is no link",
      example: "url")
    section = entry.optional(
      "section", .recordText, "the group, or the groups, that an entry belongs to",
      standard: "there are no groups", example: "family")
    place = entry.optional(
      "place", .recordPlace, "where an entry lies, for maps",
      note:
        "A path to GeoJSON, to \"Point(lon lat)\" or to \"lat, lon\"; or one each for latitude and longitude.",
      standard: "there are no maps", example: ["latitude": "lat", "longitude": "lon"])
  }

  /// The fields, by their paths in the show's file.
  var fields: [(path: String, text: RecordText)] {
    let texts = [
      ("id", id), ("slug", slug), ("title", title), ("subtitle", subtitle), ("description", description),
      ("picture", picture),
      ("link", link), ("section", section),
    ]
    return texts.compactMap { name, text in text.map { ("feed.entry.\(name)", $0) } }
      + (place?.fields ?? []).map { ("feed.entry.\($0)", $1) }
  }

  /// All names that the mapping reads in a record.
  var names: Set<String> {
    let names = fields.flatMap { $0.text.paths }.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    return place == nil ? names : names.union(RecordPlace.names)
  }
}
