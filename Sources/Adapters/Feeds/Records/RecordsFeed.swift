public import Catalogs
public import Configuration
public import Fetching
public import JSON
import Records
import System

/// Any list, in any form that Records reads, with a mapping of its fields.
public struct RecordsFeed: Feed {
  public static let kind = "records"

  /// Bytes of an answer, or of all its pages.
  public static let byteLimit = RecordLimits.bytes

  /// Records between two reports of progress.
  private static let stride = 1_000

  private var settings: RecordsSettings

  public init(_ settings: SettingsReader) {
    self.settings = RecordsSettings(settings)
  }

  public var file: String? { settings.file }
  public var address: WebAddress? { settings.address }
  public var database: DatabaseQuery? { settings.database }
  public var countsRepeated: Bool { true }
  public var facts: [FactField] { settings.facts.declared }

  public func moved(to address: WebAddress) -> RecordsFeed {
    var feed = self
    feed.settings.address = address
    return feed
  }

  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
    if let query = settings.database {
      guard let database = source.database else {
        throw .refused("the list is in a database; pass --database-file with its connection string")
      }
      return FeedAnswer(try database.rows(of: query.text, bytes: RecordLimits.bytes))
    }
    guard let address = settings.address else { throw .refused("the feed has no address to be asked at") }
    return try RecordPages(settings: settings, source: source).answer(from: address)
  }

  /// Refuses a list with more than half of its titles missing too: the mapping does not fit it.
  public func read(_ answer: FeedAnswer, _ take: (FeedEntry) -> Void) throws(FeedError) -> FeedContent {
    try read(answer, limit: .max, take)
  }

  public func read(
    _ answer: FeedAnswer, limit: Int, _ take: (FeedEntry) -> Void
  ) throws(FeedError) -> FeedContent {
    let entries = RecordEntries(settings, in: answer.folder)
    var isWanted = true
    var count = 0
    var warnings: [String] = []
    do throws(RecordsError) {
      for part in answer.parts where count < limit {
        var reader = try settings.reader(of: part.bytes, entries.fields)
        let work = LongWork("reading the list", of: reader.size, in: .bytes)
        while isWanted, count < limit, try reader.read() {
          entries.add(reader.record, take)
          count += 1
          if reader.count % Self.stride == 0 { isWanted = work.reach(reader.position) }
        }
        warnings += reader.warnings
      }
    } catch {
      throw .refused("this is not a list of records: \(error)")
    }
    guard isWanted else { throw .fetch(.cancelled) }
    var content = try entries.content()
    content.warnings = Array(warnings.prefix(RecordReader.warningLimit))
    for leftOut in answer.leftOut {
      content.skipped[leftOut.reason, default: 0] += leftOut.count
      content.examples[leftOut.reason] = leftOut.example
    }
    return content
  }

  /// The fields of the records that the mapping does not use.
  public func unused(of answer: FeedAnswer) throws(FeedError) -> [String] { try survey(of: answer).unused }

  /// The paths that no record has.
  public func faults(of answer: FeedAnswer) throws(FeedError) -> [Fault] { try survey(of: answer).faults }

  private func survey(of answer: FeedAnswer) throws(FeedError) -> PathSurvey {
    var survey = PathSurvey(settings.fields)
    do throws(RecordsError) {
      for part in answer.parts {
        var reader = try settings.reader(of: part.bytes, nil)
        while survey.count < PathSurvey.limit, let record = try reader.next() { survey.take(record) }
      }
    } catch {
      throw .refused("this is not a list of records: \(error)")
    }
    return survey
  }
}

/// Compares the paths of a mapping with those of the records.
struct PathSurvey {
  /// Records to read; a path that none of them has is reported.
  static let limit = 100_000

  private let fields: [(path: String, text: RecordText)]
  private var found: Set<RecordPath> = []
  private var known = RecordPaths()
  private(set) var count = 0

  init(_ fields: [(path: String, text: RecordText)]) {
    self.fields = fields
  }

  mutating func take(_ record: JSONValue) {
    count += 1
    known.take(record)
    for path in fields.lazy.flatMap(\.text.paths) where !found.contains(path) {
      if !path.values(in: record).isEmpty { found.insert(path) }
    }
  }

  /// The known paths that are none of the fields, within none, and around none.
  var unused: [String] {
    let used = fields.flatMap { $0.text.paths.map(\.text) }
    return known.paths.filter { path in
      !used.contains { $0 == path || $0.hasPrefix("\(path).") || path.hasPrefix("\($0).") }
    }
  }

  var faults: [Fault] {
    guard count > 0 else { return [] }
    return fields.flatMap { field in
      field.text.paths.filter { !found.contains($0) }.map { path in
        let nearest = nearest(to: path.text).map { "; did you mean \"\($0)\" (\(presence(of: $0)))?" } ?? ""
        return Fault(at: field.path, "\"\(path.text)\" is in none of \(count) records\(nearest)")
      }
    }
  }

  private func presence(of path: String) -> String {
    let present = known.count(of: path)
    return present == count ? "in all \(count)" : "in \(present)"
  }

  private func nearest(to text: String) -> String? {
    guard text.utf8.count <= FieldTable.comparedLength else { return nil }
    let last = text.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let candidates = known.paths.map { known in
      let whole = Spelling.distance(text.lowercased(), known.lowercased())
      // The right name in the wrong object is a likely mistake too.
      let lastKnown = known.split(separator: ".").last.map { $0.lowercased() } ?? ""
      return (known, min(whole, Spelling.distance(last, lastKnown) * 2 + 1), whole)
    }
    guard let best = candidates.min(by: { ($0.1, $0.2, $0.0) < ($1.1, $1.2, $1.0) }),
      best.1 <= max(1, text.count / 3)
    else { return nil }
    return best.0
  }
}
