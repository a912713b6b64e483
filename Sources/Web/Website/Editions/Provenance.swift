import Glibc

/// Where a catalog's data comes from, and so what the foot of the page says of its age.
public enum Provenance: Sendable, Hashable {
  /// The feed answered at this moment, in seconds since 1970.
  case feed(takenAt: Int)
  /// It came with the program, since the feed has not answered yet.
  case bundled
  /// The operator named a file.
  case file
  /// There is none yet: another replica is asking the feed for all of them, or nobody has reached it.
  case awaited

  /// Seconds after which data from a feed is called old: a day and a half.
  private static let limit = 129_600

  func isOld(now: Int) -> Bool {
    guard case .feed(let takenAt) = self else { return false }
    return now - takenAt > Self.limit
  }

  /// What the foot of the page says; nil if there is nothing to say.
  func sentence(isOld: Bool, in language: Language) -> String? {
    switch self {
    case .feed(let takenAt):
      isOld ? Self.date(takenAt, in: language).map { language.text(.asOf, ["date": $0]) } : nil
    case .bundled: language.text(.bundled)
    case .file, .awaited: nil
    }
  }

  /// The day in the machine's time zone.
  static func date(_ seconds: Int, in language: Language) -> String? {
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return nil }
    return language.dates.text(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }
}
