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
  /// The charset of a table that is not in UTF-8.
  public let charset: String?
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
  /// The address of a feed's next page, by its own link.
  public var nextPage: String? { source.nextPage }
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
  ///   - bytes: a list, plain or as gzip data. A process of its own reads it first unless it is a table or JSON.
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
    charset: String? = nil, sheet: String? = nil, fields: RecordFields? = nil, now: Int = time(nil)
  ) throws(RecordsError) {
    let plain = try Self.plain(bytes)
    var text = TextEncoding.decoded(plain)
    // A KMZ, whose form is XML, is a ZIP archive first.
    let isArchive = form == .xml && text.starts(with: SheetArchive.signature)
    let known = if let form, !isArchive { form } else { try RecordForm.recognised(in: text) }
    let order = ListOrder(known, entries: entries, query: query, sheet: sheet, now: now)
    if let known { try order.check(known, charset) }
    record = Record(fields ?? RecordFields())
    guard let form = known, form.isReadHere else {
      if known == .xml || known == .ods { text = try TextEncoding.document(text) }
      let list = try ConvertedList(text, order)
      try order.check(list.report.form, charset)
      (self.form, self.charset, size) = (list.report.form, nil, list.rows.count)
      if list.report.form.isSpreadsheet {
        notes = list.report.warnings
        source = try TableRecords(list.rows, separator: UInt8(ascii: ","), isSheet: true)
      } else {
        source = ConvertedRecords(list, fields: fields)
      }
      source.begin(&record)
      return
    }
    self.form = form
    if let charset {
      self.charset = charset
      text = TextEncoding.decoded(try Charset.utf8(plain, from: charset))
    } else if form == .csv || form == .tsv, let guess = CharsetGuess(text) {
      self.charset = guess.charset
      text = try Charset.utf8(text, from: guess.charset)
      if !guess.isCertain {
        notes = [
          "its text is read as \(guess.charset), which is a guess; if letters look wrong, state another "
            + "\"charset\""
        ]
      }
    } else {
      self.charset = nil
    }
    size = text.count
    source =
      switch form {
      case .json: try JSONRecords(text, entries: entries, fields: fields)
      case .jsonLines: JSONLineRecords(text, fields: fields)
      case .tsv: try TableRecords(text, separator: UInt8(ascii: "\t"))
      default: try TableRecords(text, separator: nil)
      }
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
    guard count <= RecordLimits.records else {
      throw RecordsError("it holds more than \(RecordLimits.records) records; split the list")
    }
    return true
  }

  /// Reads the list that takes the most of a document, at any path in it, or the longest one with titles.
  /// - Returns: the reader, and the way in which the document names its next page.
  static func ofBestList(
    in bytes: Numbers<UInt8>
  ) throws(RecordsError) -> (reader: Self, next: NextPage?) {
    let plain = try plain(bytes)
    let text = TextEncoding.decoded(plain)
    if try RecordForm.recognised(in: text) == .json, let lists = try? JSONLists(of: text),
      let best = lists.best
    {
      return (try RecordReader(plain, as: .json, entries: best.path), lists.next)
    }
    let reader = try RecordReader(plain)
    return (reader, reader.nextPage.map { _ in .link })
  }

  static func plain(_ bytes: Numbers<UInt8>) throws(RecordsError) -> Numbers<UInt8> {
    guard bytes.count <= RecordLimits.bytes else { throw .tooLarge() }
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
  /// The address of a feed's next page.
  var nextPage: String? { get }
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
}

extension RecordSource {
  var entries: [String] { [] }
  var columns: [String] { [] }
  var query: String? { nil }
  var timeZone: String? { nil }
  var passesAt: Int? { nil }
  var nextPage: String? { nil }
  var offset: Int { 0 }
  var others: Int { 0 }
  var warnings: [String] { [] }

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
