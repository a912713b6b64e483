import System

/// The source of a catalog's data.
public enum Provenance: Sendable, Hashable {
  /// The feed answered at this time, in seconds since 1970.
  case feed(takenAt: Int)
  /// Bundled data, until the feed answers.
  case bundled
  /// A file of the operator.
  case file
  /// No data yet; the phase of the list says why.
  case missing

  /// Seconds after which data from a feed is old: a day and a half.
  private static let limit = 129_600

  func isOld(now: Int) -> Bool {
    guard case .feed(let takenAt) = self else { return false }
    return now - takenAt > Self.limit
  }

  /// The note on the page about old or bundled data, while questions to the feed fail.
  /// - Parameter failedAt: the time of the first one without an answer, in seconds since 1970; nil if none failed.
  func sentence(failedAt: Int?, isOld: Bool, in language: Language) -> String? {
    guard let failedAt else { return nil }
    switch self {
    case .feed(let takenAt):
      return isOld ? language.text(.asOf, ["date": Self.date(takenAt, in: language)]) : nil
    case .bundled:
      return language.text(.bundled, ["date": Self.date(failedAt, in: language, hasTime: true)])
    case .file, .missing: return nil
    }
  }

  /// The day of the feed's answer in words; nil for other data.
  func date(in language: Language) -> String? {
    guard case .feed(let takenAt) = self else { return nil }
    return language.text(.refreshed, ["date": Self.date(takenAt, in: language)])
  }

  /// The day in the machine's time zone.
  static func date(_ seconds: Int, in language: Language, hasTime: Bool = false) -> String {
    let time = CivilTime(seconds)
    let day = language.dates.text(year: time.year, month: time.month, day: time.day)
    guard hasTime else { return day }
    let clock = Language.time(time.hour * 3_600 + time.minute * 60)
    return language.text(.dayAndTime, ["day": day, "time": clock])
  }
}

/// New entries of a feed, which the shelf announces.
struct Arrivals: Sendable {
  let count: Int
  /// Ids of the first ones.
  let ids: [String]
  /// Seconds since 1970.
  let moment: Int

  /// Seconds of the announcement: a week.
  private static let limit = 604_800
  private static let idLimit = 50

  /// Nil without new entries, or if the old ones are not from the feed.
  init?(in new: PageContext, from provenance: Provenance, after old: Edition) {
    guard case .feed(let moment) = provenance, case .feed = old.provenance else { return nil }
    let ids = new.catalog.ids(missingIn: old.context.catalog)
    guard !ids.isEmpty else { return nil }
    (count, self.ids, self.moment) = (ids.count, Array(ids.prefix(Self.idLimit)), moment)
  }

  func isNew(now: Int) -> Bool { now - moment < Self.limit }
}
