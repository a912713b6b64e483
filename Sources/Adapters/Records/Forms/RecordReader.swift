public import JSON
import System

/// Reads a list record by record: as many as there may be, only one is held at a time.
///
///     var reader = try RecordReader(bytes, entries: ["results"])
///     while let record = try reader.next() { … record["name"] … }
public struct RecordReader {
  public let form: RecordForm
  /// Where the list is, as names from the document's root.
  public let entries: [String]
  /// What the columns of a table are called, in their order; empty for other forms.
  public var columns: [String] {
    switch records {
    case .table(let table): table.header
    case .sqlite(let rows): rows.columns
    case .json, .lines, .xml: []
    }
  }
  /// The query by which an SQLite file is read; nil for other forms.
  public var query: String? { if case .sqlite(let rows) = records { rows.query } else { nil } }
  /// Bytes of the list, once it is unpacked.
  public let size: Int
  /// How many of them lie before the next record, about.
  public var position: Int {
    switch records {
    case .json(let json): json.offset
    case .lines(let lines): lines.offset
    case .table(let table): table.offset
    case .xml(let xml): xml.offset
    case .sqlite: 0
    }
  }
  /// How many have been read.
  public private(set) var count = 0

  private enum Records {
    case json(JSONRecords)
    case lines(JSONLineRecords)
    case table(TableRecords)
    case xml(XMLRecords)
    case sqlite(SQLiteProcess)
  }

  private var records: Records

  /// - Parameters:
  ///   - bytes: a list, plain or as gzip data.
  ///   - form: nil for what the first bytes say.
  ///   - entries: names that lead to the list; empty if it is the whole document, or the only list of a
  ///     form that is known.
  ///   - query: what is asked of an SQLite file; nil for the table with the most rows that looks like a list.
  ///   - names: members and columns that are read, at every level; nil for all.
  public init(
    _ bytes: [UInt8], as form: RecordForm? = nil, entries: [String] = [], query: String? = nil,
    keeping names: Set<String>? = nil
  ) throws(RecordsError) {
    let plain = try Self.plain(bytes)
    let text = TextEncoding.decoded(plain)
    let form = if let form { form } else { try RecordForm.recognised(in: text) }
    self.form = form
    guard query == nil || form == .sqlite else {
      throw RecordsError("it is \(form.name), and only SQLite files take a query")
    }
    size = text.count
    switch form {
    case .json:
      let json = try JSONRecords(text, entries: entries, keeping: names)
      self.entries = json.entries
      records = .json(json)
    case .jsonLines:
      self.entries = []
      records = .lines(JSONLineRecords(text, keeping: names))
    case .csv, .tsv:
      self.entries = []
      records = .table(
        try TableRecords(text, separator: form == .tsv ? UInt8(ascii: "\t") : nil, keeping: names))
    case .xml:
      // The parser knows encodings by itself, the declared ones too.
      let xml = try XMLRecords(plain, entries: entries, keeping: names)
      self.entries = xml.entries
      records = .xml(xml)
    case .sqlite:
      self.entries = []
      records = .sqlite(try SQLiteProcess(plain, query: query, keeping: names))
    }
  }

  /// The next record; nil at the end.
  ///
  /// A column of a table is a text under its name. An element of XML is a text, or an object if it has
  /// attributes (`@name`) or elements in it; its own text is then `#text`. What an object of objects calls
  /// a record is `@key`.
  public mutating func next() throws(RecordsError) -> JSONValue? {
    let record = try read()
    if record != nil { count += 1 }
    guard count <= RecordLimits.records else {
      throw RecordsError("it holds more than \(RecordLimits.records) records")
    }
    return record
  }

  private mutating func read() throws(RecordsError) -> JSONValue? {
    switch records {
    case .json(var json):
      defer { records = .json(json) }
      return try json.next()
    case .lines(var lines):
      defer { records = .lines(lines) }
      return try lines.next()
    case .table(var table):
      defer { records = .table(table) }
      return try table.next()
    case .xml(let xml): return try xml.next()
    case .sqlite(let rows): return try rows.next()
    }
  }

  /// Ends the reading before the list does, and frees what it took.
  func end() {
    if case .sqlite(let rows) = records { rows.end() }
  }

  static func plain(_ bytes: [UInt8]) throws(RecordsError) -> [UInt8] {
    guard bytes.count <= RecordLimits.bytes else {
      throw RecordsError("it is larger than \(RecordLimits.bytes >> 20) MB")
    }
    guard Gzip.isCompressed(bytes) else { return bytes }
    do throws(GzipError) {
      return try Gzip.decompress(bytes, limit: RecordLimits.bytes)
    } catch {
      throw RecordsError("\(error)")
    }
  }
}

extension RecordReader {
  /// Reads the list that takes the most of a document, wherever in it that is.
  /// - Returns: the reader, and how the document names its next page.
  static func ofLongestList(in bytes: [UInt8]) throws(RecordsError) -> (reader: Self, next: NextPage?) {
    let text = TextEncoding.decoded(try plain(bytes))
    switch try RecordForm.recognised(in: text) {
    case .json:
      guard let lists = try? JSONLists(of: text), let longest = lists.longest else { break }
      return (try RecordReader(bytes, as: .json, entries: longest.path), lists.next)
    case .xml: return (try RecordReader(bytes), PageLink.next(inFeed: bytes).map { _ in .link })
    default: break
    }
    return (try RecordReader(bytes), nil)
  }
}

/// Why a list is not read, and where; one sentence.
public struct RecordsError: Error, Hashable, Sendable, CustomStringConvertible {
  public let reason: String
  /// Counted from 1; nil for what concerns the whole.
  public let line: Int?

  package init(_ reason: String, line: Int? = nil) {
    // Names from a list, which may have line breaks, stand in it.
    self.reason = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    self.line = line
  }

  public var description: String { line.map { "\(reason) (line \($0))" } ?? reason }
}
