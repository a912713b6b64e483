public import System

/// Counts the forms of a fact's values, to choose that of nine in ten: sources write other texts for unknown values.
public struct FormSurvey: Sendable {
  private let label: LabelWords
  private let thisYear: Int
  private var count = 0
  /// The folded words of the values while they may all be yes or no.
  private var truths: Set<String>? = []
  private var (dates, years, months, spans, epochs, measures) = (0, 0, 0, 0, 0, 0)
  /// Dates of numbers that are a day in each order.
  private var (dayFirst, monthFirst, numbered) = (0, 0, 0)
  private var newYears = 0
  private var times: [Int: Int] = [:]
  private var days: Set<Day> = []
  /// Dates with the name of their zone, those with another offset, and rules of repeated events.
  private var (named, zoned, rules) = (0, 0, 0)
  private var (numbers, points, commas) = (0, 0, 0)
  private var units: [String: Int] = [:]
  /// Whole numbers by their count of digits; those with zeros in front.
  private var widths: [Int: Int] = [:]
  private var (padded, signed) = (0, 0)
  /// Numbers with a point before three digits, and those of more than three digits without a sign.
  private var (groups, long) = (0, 0)
  /// Whole numbers of up to four digits, which may be years.
  private var short = 0
  private var fractions: [Int: Int] = [:]

  /// Whether half of the first ``patience`` values have no form, so that nine in ten are unlikely to have one.
  private(set) var isText = false
  private static let patience = 5_000

  /// Different days, times, units and numbers of digits that are counted.
  private static let limit = 500

  /// - Parameters:
  ///   - label: the fact's, which tells telephone numbers from other ones.
  ///   - thisYear: the last year of births and deaths.
  public init(label: String, thisYear: Int = CivilTime.now.year) {
    (self.label, self.thisYear) = (LabelWords(label), thisYear)
  }

  /// Takes the values of an entry.
  public mutating func take(_ texts: [String]) {
    for text in texts { take(text) }
  }

  /// Texts for values that are not known.
  private static let unknown: Set<String> = [
    "NA", "N/A", "n/a", "NaN", "NULL", "null", "None", "-", "–", "?", "unknown",
  ]

  private mutating func take(_ text: String) {
    if isText || Self.unknown.contains(text) || Self.isNoDate(text) { return }
    count += 1
    if count == Self.patience {
      let best =
        [numbers, dates + dayFirst + monthFirst + months, years + spans, epochs, measures].max() ?? 0
      isText = truths == nil && best < count / 2
    }
    if truths != nil {
      if let value = Truth.value(of: text) {
        truths?.insert("\(value) \(text.lowercased())")
      } else {
        truths = nil
      }
    }
    if text.hasPrefix(RepeatRule.start) { rules += 1 }
    guard let value = ValueParts(text) else { return }
    takeTime(value)
    if let number = NumberText(value) {
      take(number)
    } else if NumberText.exponential(text) != nil {
      numbers += 1
    }
    if let (_, whole) = MeasureText.fraction(value) {
      Self.count(whole, in: &fractions)
    } else if MeasureText.seconds(value) != nil {
      measures += 1
    }
  }

  private mutating func takeTime(_ value: ValueParts) {
    if MeasureText.year(value) != nil {
      if value.parts.count == 1 { years += 1 } else { spans += 1 }
    }
    guard let date = DateText(value) else {
      if MeasureText.year(value) == nil, MeasureText.partialDate(value) != nil { spans += 1 }
      if value.parts.count == 1, let number = value.parts[0].number,
        Epoch.seconds.contains(number) || Epoch.seconds.contains(number / 1_000)
      {
        epochs += 1
        Self.count((number < Epoch.seconds.upperBound ? number : number / 1_000) % 86_400, in: &times)
      }
      return
    }
    let (first, second) = (date.day(.dayFirst), date.day(.monthFirst))
    switch date.date {
    case .month, .annual: months += 1
    case .day: dates += 1
    case .numbers:
      if first != nil { dayFirst += 1 }
      if second != nil { monthFirst += 1 }
      if first != nil || second != nil { numbered += 1 }
    }
    if date.zone != nil { named += 1 }
    if date.offset != nil { zoned += 1 }
    if let second = date.second { Self.count(second, in: &times) }
    guard let day = first ?? second else { return }
    if day.month == 1, day.day == 1, date.second ?? 0 == 0 { newYears += 1 }
    if days.count < Self.limit { days.insert(day) }
  }

  private mutating func take(_ number: NumberText) {
    numbers += 1
    Self.count(number.unit, in: &units)
    switch number.sign {
    case .point, .commaGroups: points += 1
    case .comma, .pointGroups: commas += 1
    case .pointOrGroup: groups += 1
    case .none: if !number.isHundreds { long += 1 }
    case .commaOrGroup: break
    }
    if number.hasPlus { signed += 1 }
    if number.isShort { short += 1 }
    guard let digits = number.plainDigits else { return }
    Self.count(digits.utf8.count, in: &widths)
    if digits.utf8.count > 1, digits.utf8.first == UInt8(ascii: "0") { padded += 1 }
  }

  private static func count<Key>(_ key: Key, in counts: inout [Key: Int]) {
    if counts[key] != nil || counts.count < limit { counts[key, default: 0] += 1 }
  }

  // MARK: Form

  /// The form of the values that were taken.
  public var form: FactForm { form(stated: nil) }

  /// - Parameter stated: the form in the show's file; the values tell whether its dates have times.
  /// - Parameter zone: that of the list, for times in UTC or with an offset.
  func form(stated: FactForm?, in zone: FormZone? = nil) -> FactForm {
    func dates(_ order: DateOrder) -> FactForm {
      // Midnights alone are days, wherever they are read.
      .date(
        order, hasTime: hasTime, upTo: label.isPast ? thisYear : nil,
        in: zoned > 0 && times.keys.contains { $0 > 0 } ? zone : nil)
    }
    func epochs(_ isMilliseconds: Bool) -> FactForm {
      .epoch(isMilliseconds: isMilliseconds, hasTime: hasTime, in: zone)
    }
    switch stated {
    case .date(let order, _, _, _)?: return dates(order)
    case .epoch(let isMilliseconds, _, _)?: return epochs(isMilliseconds)
    case let stated?: return stated
    case nil: break
    }
    guard count > 0, !isText else { return .text }
    if rules == count { return .rule }
    if isTruth { return .truth }
    let allDates = self.dates + max(dayFirst, monthFirst) + months
    // Programs write a year as its first day.
    if newYears == count, days.count > 2 { return .year }
    if allDates > 0, isUsual(allDates + years + spans),
      !isNumber || self.dates + months > 0 || numbered > 0
    {
      return dates(dateOrder)
    }
    if isUsual(years + spans) { return .year }
    if label.isYear, points + commas == 0, isUsual(short) {
      return .year
    }
    if label.isTime, isUsual(self.epochs) { return epochs(hasMilliseconds) }
    if isUsual(measures) || (fractions.values.max()).map(isUsual) == true { return .measure }
    return isNumber && !isCode ? .number(decimalComma: commas > points || pointsAreGroups) : .text
  }

  /// Whether the values are signs without a quantity, such as postcodes: with zeros in front, or all of one length.
  public var isCode: Bool {
    if label.isCode, isUsual(numbers), points + commas == 0 { return true }
    guard count > 0, isUsual(widths.values.reduce(0, +)) else { return false }
    if padded > 0 || isUsual(signed) { return true }
    // Numbers of one length sort as texts do, and read better without groups.
    return count >= 3 && widths.count == 1 && widths.keys.contains { $0 >= 5 }
  }

  /// The form in words, for people.
  public var kind: String {
    switch form {
    case .text: isCode ? "codes, as they are written" : "texts"
    case .truth: "yes or no"
    case .number(let decimalComma):
      (units.count > (units[""] == nil ? 0 : 1) ? "amounts" : "numbers")
        + (decimalComma ? " with a comma" : "")
    case .measure: "durations or fractions"
    case .rule: "rules of repeated events"
    case .year: "years"
    case .date(let order, _, _, _):
      numbered == 0
        ? "dates"
        : "dates, \(order == .monthFirst ? "month" : "day") first\(dayFirst == monthFirst ? ", which is a guess" : "")"
    case .epoch: "dates"
    }
  }

  /// The number of years that some values lie in.
  public func years(of texts: some Sequence<String>) -> Int {
    let form = form
    return Set(texts.lazy.compactMap { form.value(of: $0).key }.map(FactValue.year(ofKey:))).count
  }

  private func isUsual(_ some: Int) -> Bool { some > 0 && some * 10 >= count * 9 }

  private var isNumber: Bool {
    isUsual(numbers)
      && (units.isEmpty
        || isUsual(
          (units[""] ?? 0) + (units.filter { $0.key != "" }.values.max() ?? 0) + numbers
            - units.values.reduce(0, +)))
  }

  /// A column of zeros, or of ones, counts something; a mark alone is a yes.
  private var isTruth: Bool {
    guard let truths, !truths.isEmpty, truths.count <= 4 else { return false }
    let words = Set(truths.map { $0.split(separator: " ").last ?? "" })
    return words.isSubset(of: ["0", "1"]) ? words.count == 2 && !label.isCount : true
  }

  /// The order that more dates can have; day first if all can have both.
  private var dateOrder: DateOrder {
    numbered == 0 ? .yearFirst : dayFirst >= monthFirst ? .dayFirst : .monthFirst
  }

  /// Whether numbers from 1000 on have a point, and lower ones have no decimals: 1.204, 88, 310.
  private var pointsAreGroups: Bool {
    points == 0 && groups > 0 && long == 0 && groups < numbers
  }

  /// Whether the values are the times of events, which say something even if all are the same.
  public var isOfEvents: Bool { named > 0 || label.isEvent && times.contains { $0.key > 0 } }

  /// Times of events are shown, and others if days alone would read the same.
  private var hasTime: Bool {
    isOfEvents
      || times.count > 1
        && (days.isEmpty || days.count < Self.limit && days.count * 10 < (dates + numbered) * 7)
  }

  private var hasMilliseconds: Bool { widths.keys.max() ?? 0 > 10 }
}
