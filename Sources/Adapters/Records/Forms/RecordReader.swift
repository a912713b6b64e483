public import Glibc
public import JSON
public import System
import Text

/// Reads a list record by record, holding one at a time.
///
///     var reader = try RecordReader(bytes, entries: ["results"], fields: fields)
///     while try reader.read() { … reader.record.text(at: 0) … }
public struct RecordReader {
  public let form: RecordForm
  /// Bytes of the list after decompression.
  public let size: Int
  /// Records that have been read.
  public private(set) var count = 0
  /// The last record that was read.
  public private(set) var record: Record
  private var source: any RecordSource
  private let budget: SourceBudget
  /// The charset of a table that is not in UTF-8.
  public let charset: Charset?
  /// Guesses at the form, a sentence each.
  private var notes: [String] = []

  /// The path of the list, as names from the document's root.
  public var entries: [String] { source.entries }
  /// The names of a table's columns, in their order; empty for other forms.
  public var columns: [String] { source.columns }
  /// The query by which an SQLite file is read; nil for other forms.
  public var query: String? { source.query }
  /// Bytes that have been read, approximately.
  public var position: Int { source.offset }
  /// The time zone that the list names as its own.
  public var timeZone: String? { source.timeZone }
  /// The moment at which the next date of a repeated event has passed, among the records so far.
  public var passesAt: Int? { source.passesAt }
  /// Elements of the list that are no records.
  public var others: Int { source.others }
  /// Guesses, and faults that were repaired so far, at most ten: a sentence each, on one line.
  public var warnings: [String] {
    (notes + source.warnings).prefix(Self.warningLimit).map { $0.oneLine(limit: Self.warningLength) }
  }

  public static let warningLimit = 10
  /// Letters of a warning; the longest of our own have some hundred.
  private static let warningLength = 200

  /// - Parameters:
  ///   - bytes: a list, plain or as gzip data.
  ///   - form: nil to detect it by the first bytes.
  ///   - entries: names that lead to the list; empty if it is the whole document, or the only list of a
  ///     form that is known.
  ///   - query: of an SQLite file; nil for the table of titles, of names, or the longest.
  ///   - charset: nil to detect it.
  ///   - sheet: of a spreadsheet; nil for the first that is a table.
  ///   - fields: the fields that ``record`` has; nil if it is a tree of all.
  ///   - now: seconds since 1970, for the next dates of repeated events.
  public init(
    _ bytes: Numbers<UInt8>, as form: RecordForm? = nil, entries: [String] = [], query: String? = nil,
    charset: Charset? = nil, sheet: String? = nil, fields: RecordFields? = nil, now: Int = time(nil)
  ) throws(RecordsError) {
    let plain = try Self.plain(bytes)
    var text = TextEncoding.decoded(plain)
    let form = if let form { form } else { try RecordForm.recognised(in: text) }
    self.form = form
    guard charset == nil || form.takesCharset else {
      throw RecordsError("it is \(form.name), which takes no charset")
    }
    guard sheet == nil || form.isSpreadsheet else {
      throw RecordsError("it is \(form.name), and only spreadsheets have sheets")
    }
    if let charset {
      self.charset = charset
      text = TextEncoding.decoded(try charset.utf8(plain))
    } else if form == .csv || form == .tsv, let guess = CharsetGuess(text) {
      self.charset = guess.charset
      text = try guess.charset.utf8(text)
      if !guess.isCertain {
        notes = [
          "its text is read as \(guess.charset.rawValue), which is a guess; if letters look wrong, state another "
            + "\"charset\""
        ]
      }
    } else {
      self.charset = nil
    }
    if form.isSpreadsheet {
      let table = try Spreadsheet.table(plain, as: form, sheet: sheet)
      text = table.rows
      if let warning = table.warning { notes = [warning] }
    }
    guard query == nil || form == .sqlite else {
      throw RecordsError("it is \(form.name), and only SQLite files take a query")
    }
    size = text.count
    budget = SourceBudget(max(bytes.count, size))
    source =
      switch form {
      case .json: try JSONRecords(text, entries: entries, fields: fields)
      case .jsonLines: JSONLineRecords(text, fields: fields)
      case .csv: try TableRecords(text, separator: nil)
      case .tsv: try TableRecords(text, separator: UInt8(ascii: "\t"))
      case .xlsx, .ods: try TableRecords(text, separator: UInt8(ascii: ","), isSheet: true)
      // The parser knows encodings itself, including declared ones.
      case .xml: try XMLRecords(plain, entries: entries)
      case .sqlite: try SQLiteProcess(plain, query: query)
      case .vcard, .icalendar: ContentLineRecords(text, as: form, at: now)
      }
    record = Record(fields ?? RecordFields())
    source.begin(&record)
  }

  /// The next record as a tree; nil at the end. Only without fields.
  ///
  /// A column of a table is a text under its name. An XML element is a text, or an object if it has attributes
  /// (`@name`) or elements; its own text is then `#text`. The key of a record in an object of objects is `@key`.
  public mutating func next() throws(RecordsError) -> JSONValue? {
    guard try read() else { return nil }
    return record.tree ?? record.object(columns)
  }

  /// Reads the next record; false at the end.
  public mutating func read() throws(RecordsError) -> Bool {
    let isThere = try source.read(&record)
    if let error = record.excess.error { throw RecordsError(error) }
    guard isThere else { return false }
    count += 1
    record.number = count
    try budget.step(at: "at record \(count)")
    guard count <= RecordLimits.records else {
      throw RecordsError("it holds more than \(RecordLimits.records) records; split the list")
    }
    return true
  }

  /// Ends the reading early, and frees its resources.
  func end() { source.end() }

  /// Reads the list that takes the most of a document, at any path in it, or the longest one with titles.
  /// - Returns: the reader, and the way in which the document names its next page.
  static func ofBestList(
    in bytes: Numbers<UInt8>
  ) throws(RecordsError) -> (reader: Self, next: NextPage?) {
    let plain = try plain(bytes)
    let text = TextEncoding.decoded(plain)
    switch try RecordForm.recognised(in: text) {
    case .json:
      guard let lists = try? JSONLists(of: text), let best = lists.best else { break }
      return (try RecordReader(plain, as: .json, entries: best.path), lists.next)
    case .xml: return (try RecordReader(plain), PageLink.next(inFeed: plain).map { _ in .link })
    default: break
    }
    return (try RecordReader(plain), nil)
  }

  static func plain(_ bytes: Numbers<UInt8>) throws(RecordsError) -> Numbers<UInt8> {
    guard bytes.count <= RecordLimits.bytes else { throw .tooLarge() }
    // KMZ is a ZIP archive of a KML document and its pictures.
    if bytes.starts(with: SheetArchive.signature) {
      let archive = try SheetArchive(bytes)
      guard let name = archive.first(ending: ".kml") else { return bytes }
      return try archive.part(name) ?? bytes
    }
    guard Gzip.isCompressed(bytes) else { return bytes }
    do throws(GzipError) {
      return try Gzip.decompress(bytes, limit: min(RecordLimits.bytes, RecordLimits.expanded(bytes.count)))
    } catch {
      if case .tooLarge = error {
        throw RecordsError("\(error) and \(RecordLimits.expansion) times its size; save it unpacked")
      }
      throw RecordsError("\(error)")
    }
  }
}

/// The records of a list in one form.
protocol RecordSource {
  var entries: [String] { get }
  var columns: [String] { get }
  var query: String? { get }
  var timeZone: String? { get }
  var passesAt: Int? { get }
  /// Bytes that have been read.
  var offset: Int { get }
  /// Elements that were skipped.
  var others: Int { get }
  /// Faults that were repaired, a sentence each; text of the list may occur in them.
  var warnings: [String] { get }
  /// Prepares a record for reading.
  func begin(_ record: inout Record)
  /// Reads the next record; false at the end.
  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool
  func end()
}

extension RecordSource {
  var entries: [String] { [] }
  var columns: [String] { [] }
  var query: String? { nil }
  var timeZone: String? { nil }
  var passesAt: Int? { nil }
  var offset: Int { 0 }
  var others: Int { 0 }
  var warnings: [String] { [] }
  func end() {}

  func begin(_ record: inout Record) { bind(&record) }

  /// Binds paths to columns.
  func bind(_ record: inout Record) {
    var numbers: [String: Int] = [:]
    for (number, name) in columns.enumerated() { numbers[name] = number }
    record.bindings = record.fields.paths.map { PathBinding($0) { $0.count == 1 ? numbers[$0[0]] : nil } }
    record.columns = columns.map { FNV1a.hash64($0.utf8) }
  }
}

/// The reason why a list cannot be read, and its position; one sentence.
public struct RecordsError: Error, Hashable, Sendable, CustomStringConvertible {
  public let reason: String
  /// Counted from 1; nil if the reason concerns the whole.
  public let line: Int?

  package init(_ reason: String, line: Int? = nil) {
    // It may repeat names from the list, with line breaks.
    self.reason = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    self.line = line
  }

  static func tooLarge() -> RecordsError {
    RecordsError("it is larger than \(RecordLimits.bytes >> 30) GB; split the list")
  }

  public var description: String { line.map { "\(reason) (line \($0))" } ?? reason }
}
