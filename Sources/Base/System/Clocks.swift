internal import Glibc

/// A monotonic clock that counts from some moment in the past; unrelated to the time of day.
public enum MonotonicClock: Sendable {
  /// Stops while the machine sleeps: for measuring work.
  case awake
  /// Continues while the machine sleeps: for measuring age.
  case sinceBoot
  /// Continues while the thread computes: for limiting work.
  case ofThread

  public var nanoseconds: UInt64 {
    var time = timespec()
    let ages = self == .sinceBoot ? CLOCK_BOOTTIME : CLOCK_MONOTONIC
    clock_gettime(self == .ofThread ? CLOCK_THREAD_CPUTIME_ID : ages, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }

  public var seconds: Double { Double(nanoseconds) / 1e9 }
}

/// The date and the time of a moment in the machine's time zone or in UTC.
public struct CivilTime: Sendable {
  public let year, month, day, hour, minute, second: Int
  /// Seconds east of UTC.
  public let offset: Int
  /// A number that grows by one at midnight.
  public let dayNumber: Int

  /// - Parameter moment: seconds since 1970.
  public init(_ moment: Int, inUTC: Bool = false) {
    var (moment, parts) = (moment, tm())
    _ = inUTC ? gmtime_r(&moment, &parts) : localtime_r(&moment, &parts)
    (year, month, day) = (Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
    offset = parts.tm_gmtoff
    dayNumber = (moment &+ offset) / 86_400
  }

  public static var now: CivilTime { CivilTime(time(nil)) }

  /// `20 November`
  public var dayText: String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November", "December",
    ]
    return "\(day) \(months[month - 1])"
  }

  /// `2026-11-20T19:45:10`
  public var textWithoutZone: String {
    let time = [hour, minute, second].map { $0.digits(2) }.joined(separator: ":")
    return "\(year)-\(month.digits(2))-\(day.digits(2))T\(time)"
  }

  /// `2026-11-20T19:45:10+00:00`
  public var text: String { textWithoutZone + Zone.text(ofOffset: offset) }
}

extension Int {
  /// At least `count` digits, with zeros in front.
  public func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }
}
