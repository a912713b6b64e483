public import JSON
import System

/// Reads a list record by record, holding one at a time.
///
///     var reader = try RecordReader(bytes, entries: ["results"])
///     while let record = try reader.next() { … record["name"] … }
public struct RecordReader {
  public let form: RecordForm
  /// Bytes of the list after decompression.
  public let size: Int
  /// Records that have been read.
  public private(set) var count = 0
  private var source: any RecordSource

  /// The path of the list, as names from the document's root.
  public var entries: [String] { source.entries }
  /// The names of a table's columns, in their order; empty for other forms.
  public var columns: [String] { source.columns }
  /// The query by which an SQLite file is read; nil for other forms.
  public var query: String? { source.query }
  /// Bytes that have been read, approximately.
  public var position: Int { source.offset }

  /// - Parameters:
  ///   - bytes: a list, plain or as gzip data.
  ///   - form: nil to detect it by the first bytes.
  ///   - entries: names that lead to the list; empty if it is the whole document, or the only list of a
  ///     form that is known.
  ///   - query: of an SQLite file; nil for the table with the most rows that looks like a list.
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
    source =
      switch form {
      case .json: try JSONRecords(text, entries: entries, keeping: names)
      case .jsonLines: JSONLineRecords(text, keeping: names)
      case .csv: try TableRecords(text, separator: nil, keeping: names)
      case .tsv: try TableRecords(text, separator: UInt8(ascii: "\t"), keeping: names)
      // The parser knows encodings itself, including declared ones.
      case .xml: try XMLRecords(plain, entries: entries, keeping: names)
      case .sqlite: try SQLiteProcess(plain, query: query, keeping: names)
      }
  }

  /// The next record; nil at the end.
  ///
  /// A column of a table is a text under its name. An XML element is a text, or an object if it has attributes
  /// (`@name`) or elements; its own text is then `#text`. The key of a record in an object of objects is `@key`.
  public mutating func next() throws(RecordsError) -> JSONValue? {
    let record = try source.next()
    if record != nil { count += 1 }
    guard count <= RecordLimits.records else {
      throw RecordsError("it holds more than \(RecordLimits.records) records")
    }
    return record
  }

  /// Ends the reading early, and frees its resources.
  func end() { source.end() }

  /// Reads the list that takes the most of a document, at any path in it.
  /// - Returns: the reader, and the way in which the document names its next page.
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

/// The records of a list in one form.
protocol RecordSource {
  var entries: [String] { get }
  var columns: [String] { get }
  var query: String? { get }
  /// Bytes that have been read.
  var offset: Int { get }
  mutating func next() throws(RecordsError) -> JSONValue?
  func end()
}

extension RecordSource {
  var entries: [String] { [] }
  var columns: [String] { [] }
  var query: String? { nil }
  var offset: Int { 0 }
  func end() {}
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

  public var description: String { line.map { "\(reason) (line \($0))" } ?? reason }
}
