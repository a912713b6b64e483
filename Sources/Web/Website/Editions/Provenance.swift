import Glibc

/// The source of a catalog's data.
public enum Provenance: Sendable, Hashable {
  /// The feed answered at this time, in seconds since 1970.
  case feed(takenAt: Int)
  /// Bundled data, until the feed answers.
  case bundled
  /// A file of the operator.
  case file
  /// No data yet.
  case missing(Loading)

  /// The state of a list that is not there yet; nil for one that is served.
  public var loading: Loading? {
    if case .missing(let loading) = self { loading } else { nil }
  }

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
      return isOld ? Self.date(takenAt, in: language).map { language.text(.asOf, ["date": $0]) } : nil
    case .bundled:
      return Self.date(failedAt, in: language, hasTime: true).map { language.text(.bundled, ["date": $0]) }
    case .file, .missing: return nil
    }
  }

  /// The day in the machine's time zone.
  static func date(_ seconds: Int, in language: Language, hasTime: Bool = false) -> String? {
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return nil }
    let day = language.dates.text(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    return hasTime ? "\(day), \(Language.time(Int(parts.tm_hour * 3_600 + parts.tm_min * 60)))" : day
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
  private static let idLimit = 12

  /// Nil without new entries, or if the old ones are not from the feed.
  init?(in new: PageContext, after old: PageContext) {
    guard case .feed(let moment) = new.provenance, case .feed = old.provenance else { return nil }
    let ids = new.catalog.ids(missingIn: old.catalog)
    guard !ids.isEmpty else { return nil }
    (count, self.ids, self.moment) = (ids.count, Array(ids.prefix(Self.idLimit)), moment)
  }

  func isNew(now: Int) -> Bool { now - moment < Self.limit }
}

enum LocalDay {
  /// The day in the machine's time zone, as a number that grows by one at midnight.
  /// - Parameter moment: seconds since 1970.
  static func number(at moment: Int) -> Int {
    var (moment, parts) = (moment, tm())
    guard localtime_r(&moment, &parts) != nil else { return moment / 86_400 }
    return (moment + parts.tm_gmtoff) / 86_400
  }
}
