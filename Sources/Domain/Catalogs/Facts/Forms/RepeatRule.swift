import System

/// The rule of a repeated event (RFC 5545), if it has no other parts than these.
public struct RepeatRule: Sendable, Hashable {
  public enum Frequency: String, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A day of the week, or the first, the second or the last one of a month.
  public struct Weekday: Sendable, Hashable {
    /// 1 to 5, -1 for the last; nil for each.
    public let ordinal: Int?
    /// 0 for Monday.
    public let number: Int
  }

  public private(set) var frequency = Frequency.daily
  public private(set) var interval = 1
  public private(set) var weekdays: [Weekday] = []
  /// 1 to 31, or from -1 for the last.
  public private(set) var monthDays: [Int] = []
  public private(set) var count: Int?
  /// As written.
  public private(set) var until: String?

  /// The beginning of every rule's text.
  public static let start = "FREQ="

  public init?(_ text: String) {
    var isRepeated = false
    for part in text.uppercased().split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { return nil }
      let value = String(sides[1])
      switch sides[0] {
      case "FREQ":
        guard let own = Frequency(rawValue: value) else { return nil }
        (frequency, isRepeated) = (own, true)
      case "INTERVAL": interval = value.number(in: 1...1_000) ?? 0
      case "COUNT": count = value.number(in: 1...1_000_000) ?? 0
      case "UNTIL": until = value
      case "BYMONTHDAY":
        monthDays = value.split(separator: ",").map { $0.number(in: -31...31) ?? 0 }
      case "BYDAY":
        let days = value.split(separator: ",").map(Weekday.init)
        weekdays = days.compactMap { $0 }
        guard weekdays.count == days.count else { return nil }
      // It only changes which weeks a rule of several weeks has.
      case "WKST": break
      default: return nil
      }
    }
    // Those of a week or a day have none, and with days of a month some never come.
    let hasOrdinals = weekdays.contains { $0.ordinal != nil }
    let mayHave = [.monthly, .yearly].contains(frequency) && monthDays.isEmpty
    guard isRepeated, interval > 0, count != 0, !monthDays.contains(0), mayHave || !hasOrdinals else {
      return nil
    }
  }

  /// The last day; nil without one.
  public var lastDay: Day? {
    until.flatMap { text in
      let parts = [text.prefix(4), text.dropFirst(4).prefix(2), text.dropFirst(6).prefix(2)]
      return Day(parts.joined(separator: "-"))
    }
  }
}

extension RepeatRule.Weekday {
  /// Reads `TU` or `-1FR`.
  fileprivate init?(_ text: Substring) {
    guard let number = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: text.suffix(2)) else {
      return nil
    }
    self.number = number
    let digits = text.dropLast(2)
    ordinal = digits.number(in: -1...5)
    guard digits.isEmpty || ordinal ?? 0 != 0 else { return nil }
  }
}
