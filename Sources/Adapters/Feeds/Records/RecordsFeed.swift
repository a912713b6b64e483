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

  var settings: RecordsSettings

  public init(_ settings: SettingsReader) {
    self.settings = RecordsSettings(settings)
  }

  public var file: String? { settings.file }
  public var address: WebAddress? { settings.address }
  public var facts: [FactField] { settings.facts.declared }

  public func moved(to address: WebAddress) -> RecordsFeed {
    var feed = self
    feed.settings.address = address
    return feed
  }

  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
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
    var (timeZone, passesAt) = (String?.none, Int?.none)
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
        timeZone = timeZone ?? reader.timeZone
        passesAt = [passesAt, reader.passesAt].compactMap { $0 }.min()
      }
    } catch {
      throw .refused("this is not a list of records: \(error)")
    }
    guard isWanted else { throw .fetch(.cancelled) }
    var content = try entries.content()
    (content.timeZone, content.passesAt) = (timeZone, passesAt)
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

  public func loss(
    of answer: FeedAnswer, since old: ListShape, to new: ListShape?
  ) throws(FeedError) -> String? {
    let lost = settings.fields.compactMap { field in
      let key = "\(field.path)=\(field.text.source)"
      return new?.samples[key] == nil ? old.samples[key].map { (field, Set($0)) } : nil
    }
    if lost.isEmpty { return nil }
    let survey = try survey(of: answer, samples: lost.map(\.1))
    if survey.count == 0 { return "has no records any more" }
    let gone = lost.indices.first { survey.isGone(lost[$0].0.text) }
    return gone.map { survey.words(of: lost[$0].0.text, $0) }
  }

  private func survey(
    of answer: FeedAnswer, samples: [Set<UInt64>] = []
  ) throws(FeedError) -> PathSurvey {
    var survey = PathSurvey(settings.fields, samples: samples)
    do throws(RecordsError) {
      for part in answer.parts {
        var reader = try settings.reader(of: part.bytes, nil)
        survey.columns.formUnion(reader.columns)
        while survey.count < PathSurvey.limit, let record = try reader.next() { survey.take(record) }
      }
    } catch {
      throw .refused("this is not a list of records: \(error)")
    }
    return survey
  }
}
