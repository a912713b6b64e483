import Catalogs
import Configuration
import Fetching
import JSON
import Records
import System

/// The settings of a list of records: its location, its form, and its mapping.
struct RecordsSettings: Sendable {
  var address: WebAddress?
  let file: String?
  let format: RecordForm?
  let charset: String?
  let sheet: String?
  let entries: [String]
  /// The query of an SQLite file.
  let query: String?
  let split: String?
  let next: RecordNext?
  /// At most.
  let pages: Int
  let mapping: RecordMapping
  let facts: RecordFacts
  let order: (list: ListOrder, sort: FactSort?)
  /// The number that an entry had in earlier lists; no setting.
  var formerID: RecordText?

  init(_ settings: SettingsReader) {
    address = settings.optional(
      "address", .webAddress, "the address of the list", note: "https is tried first; plain or gzip.",
      standard: "there is a file", example: "https://api.example.org/people")
    file = settings.optional(
      "file", .text,
      "the file that holds the list, or a folder of pictures, instead of an address",
      note: "A path relative to the folder of this file; read again on SIGHUP, and a folder at each refresh.",
      standard: "there is an address",
      example: "plants.csv")
    // A show's file of before 1.0.
    let isDatabase = settings.raw("database").bool == true
    if !settings.has("file"), !settings.has("address") {
      settings.refuse(
        "address",
        isDatabase
          ? "is missing; lists are no longer read from PostgreSQL: write the rows with psql --csv, on a timer, and name "
            + "their file under \"file\""
          : "is missing; expected an address, or a file under \"file\"")
    }
    // A list of such a form is refused with a sentence when it is read.
    let isFormer = settings.raw("format").string.map(RecordForm.former.contains) ?? false
    format =
      isFormer
      ? nil
      : settings.optional(
        "format", .choice(RecordForm.allCases.map(\.rawValue)), "the form of the list",
        standard: "detected from its first bytes", example: "csv"
      ).flatMap { RecordForm(rawValue: $0) }
    charset = settings.optional(
      "charset", .choice(Charset.all), "the charset of a text that is not in UTF-8",
      standard: "detected from its letters", example: "windows-1251"
    )
    sheet = settings.optional(
      "sheet", .text, "the name of the sheet of a spreadsheet",
      standard: "the first visible sheet that is a table", example: "Plants")
    entries =
      settings.optional(
        "entries", .names, "the path to the list in the answer",
        note:
          "Names separated by dots. OPML's \"outline\" and KML's \"Placemark\" are found in any folder.",
        standard: "the answer itself, a feed, or GeoJSON", example: "data.results") ?? []
    query = settings.optional(
      "query", .text, "the query of an SQLite file",
      note:
        "One statement that only reads; its columns are the fields of a record. Changes that are still in the "
        + "write-ahead log beside an SQLite file are read too.",
      standard: "the table with a column title, before one with name, before the longest",
      example: "SELECT title, name AS author FROM books JOIN authors ON author = authors.id")
    split = settings.optional(
      "split", .text, "the separator of several values in a column of a table",
      standard: "a column has one value", example: "; ")
    next = settings.optional(
      "next", .recordNext, "the path to the next page in an answer",
      note:
        "To its address, or {\"parameters\": …} to parameters for the same address. Or put {page} into the "
        + "address for its number.",
      standard: "the link of a feed, or of the Link header", example: "info.next")
    let isPaged = next != nil || address.map(RecordPages.isNumbered) == true
    pages = settings.optional(
      "pages", .integer(1...RecordPages.limit), default: isPaged ? RecordPages.usual : 1,
      "the highest number of pages", note: "Asked for in turn, and only at the same host.",
      standard: "\(RecordPages.usual) if there is next or {page}, else 1", example: 50)
    mapping = settings.required(
      "entry", "the mapping of a record's fields",
      note: "Paths: name.first, \"odd.name\", list[0], list[*], a || b; or a text around {paths}.",
      reading: RecordMapping.init)
    facts = RecordFacts(settings)
    order = RecordFacts.order(settings, among: facts.declared)
  }

  /// The fields, by their paths in the show's file.
  var fields: [(path: String, text: RecordText)] { mapping.fields + facts.fields }

  /// - Parameter fields: nil for all fields of a record, as a tree.
  func reader(of bytes: Numbers<UInt8>, _ fields: RecordFields?) throws(RecordsError) -> RecordReader {
    try RecordReader(
      bytes, as: format, entries: entries, query: query, charset: charset, sheet: sheet, fields: fields)
  }
}

extension RecordText {
  /// The text of a JSON Feed's item, which has one of two.
  fileprivate var withOtherText: RecordText {
    let (html, text) = ("content_html", "content_text")
    return [html, text].contains(source) ? RecordText("\(html) || \(text)") ?? self : self
  }
}

extension SettingForm where Value == RecordText {
  static var recordText: Self {
    SettingForm<String>.text(FieldPattern.text, "a path, or a text around {paths}").map { RecordText($0) }
  }
}

extension SettingForm where Value == [RecordText] {
  static var recordPictures: Self {
    SettingForm<RecordText>.recordText.orList(limit: FeedEntry.pictureLimit)
  }
}

extension SettingForm where Value == [String] {
  /// A path without indices.
  static var names: Self {
    SettingForm<String>.text(FieldPattern.text, "names separated by dots")
      .map { RecordPath($0)?.plainNames }
  }
}

/// The fields of a record that make an entry.
struct RecordMapping: Sendable {
  let id: RecordText?
  let slug: RecordText?
  let title: RecordText
  let sortTitle: RecordText?
  let subtitle: RecordText?
  let description: RecordText?
  let pictures: [RecordText]
  let link: RecordText?
  let section: RecordText?
  let place: RecordPlace?

  init(_ entry: SettingsReader) {
    id = entry.optional(
      "id", .recordText, "a unique identifier that never changes",
      note: "Favorites keep it. Records with the same one are one entry.", standard: "the title",
      example: "id")
    slug = entry.optional(
      "slug", .recordText, "the text for the address of an entry",
      note: "An address never changes. Use the name where the id is itself an address.",
      standard: "the id", example: "name")
    title =
      entry.required(
        "title", .recordText, "the title of an entry",
        note: "A record without one takes the beginning of its description.", example: "name"
      ).withOtherText
    sortTitle = entry.optional(
      "sortTitle", .recordText, "the text that an entry is sorted by instead of its title",
      standard: "the title without an article", example: "sort_name")
    subtitle = entry.optional(
      "subtitle", .recordText, "a few words below the title", standard: "the place, if there is one",
      example: "{job} in {town}")
    description =
      entry.optional(
        "description", .recordText, "the description of an entry, plain or HTML", standard: "nothing",
        example: "about || summary")?.withOtherText
    pictures =
      entry.optional(
        "picture", .recordPictures,
        "the address of a picture, or of several of which the first is shown in lists",
        note:
          "Add its host to pictures.hosts. For a list in a file it may be a file beside the list. A text may hold "
          + "several addresses, and a list of fields may be given; an entry has at most "
          + "\(FeedEntry.pictureLimit) pictures.",
        standard: "there are no pictures", example: "https://cdn.example.org/300{portrait}") ?? []
    link = entry.optional(
      "link", .recordText, "the address of an entry's own page elsewhere", standard: "there is no link",
      example: "url")
    section = entry.optional(
      "section", .recordText, "the group or groups of an entry",
      standard: "there are no groups", example: "family")
    place = entry.optional(
      "place", .recordPlace, "the coordinate of an entry, for maps",
      note:
        "A path to GeoJSON, to KML's coordinates, to \"Point(lon lat)\" or to \"lat, lon\"; or one each for latitude "
        + "and longitude.",
      standard: "there are no maps", example: ["latitude": "lat", "longitude": "lon"])
  }

  /// The fields, by their paths in the show's file.
  var fields: [(path: String, text: RecordText)] {
    let texts = [
      ("id", id), ("slug", slug), ("title", title), ("sortTitle", sortTitle), ("subtitle", subtitle),
      ("description", description), ("link", link), ("section", section),
    ]
    return texts.compactMap { name, text in text.map { ("feed.entry.\(name)", $0) } }
      + pictures.map { ("feed.entry.picture", $0) }
      + (place?.fields ?? []).map { ("feed.entry.\($0)", $1) }
  }
}
