import System

/// The form of a fact's values, chosen over all of them so that one fact is written in one way.
public enum FactForm: Sendable, Hashable {
  /// As written, such as a name, a postcode or a shelf mark.
  case text
  case truth
  case number(decimalComma: Bool)
  /// Durations and fractions.
  case measure
  /// Years, and spans of years.
  case year
  /// - Parameter upTo: the year in which the list was read, if no day is in the future, such as those of births: `68` is
  ///   1968, and stays so.
  case date(DateOrder, hasTime: Bool, upTo: Int? = nil, in: FormZone? = nil)
  /// Seconds or milliseconds since 1970.
  case epoch(isMilliseconds: Bool, hasTime: Bool, in: FormZone? = nil)
  /// The rules of repeated events.
  case rule

  /// Reads a value in this form, else as a text.
  func value(of text: String) -> FactValue {
    switch self {
    case .text: return FactValue(text)
    case .truth:
      return Truth.value(of: text).map { FactValue($0 ? "yes" : "no", .truth($0)) } ?? FactValue(text)
    case .rule:
      return FactValue(text, text.hasPrefix(RepeatRule.start) ? .repeated(RepeatRule(text)) : .text)
    default: return FactValue(text, ValueParts(text).flatMap(meaning) ?? .text)
    }
  }

  private func meaning(of value: ValueParts) -> FactValue.Meaning? {
    switch self {
    case .number(let decimalComma): return Self.number(value, decimalComma)
    case .measure:
      return (MeasureText.fraction(value)?.key ?? MeasureText.seconds(value)).map { .written(key: $0) }
    case .year:
      // Years before 1000 and before Christ.
      if let year = value.text.number(in: -9_999...999) { return .written(key: FactValue.key(year)) }
      if value.parts.count == 1 { return MeasureText.year(value).map { .year($0) } }
      if let day = DateText(value)?.day(.dayFirst), day.month == 1, day.day == 1 { return .year(day.year) }
      return MeasureText.partialDate(value).map { .written(key: $0) }
    case .date(let order, let hasTime, let last, let zone):
      return Self.date(value, order, hasTime, last, zone)
    case .epoch(let isMilliseconds, let hasTime, let zone):
      guard case .digits(let number, _)? = value.parts.first, value.parts.count == 1 else { return nil }
      let second = isMilliseconds ? number / 1_000 : number
      // Midnight in UTC is a date without a time.
      if second % 86_400 == 0, let day = Day(sinceEpoch: second / 86_400) {
        return hasTime ? .moment(day, 0, nil) : .day(day)
      }
      let moment = Self.moment(second, zone)
      guard !hasTime, case .moment(let day, _, _)? = moment else { return moment }
      return .day(day)
    case .text, .truth, .rule: return nil
    }
  }

  private static func number(_ value: ValueParts, _ decimalComma: Bool) -> FactValue.Meaning? {
    guard let text = NumberText(value), let (number, decimals) = text.value(decimalComma: decimalComma) else {
      return NumberText.exponential(value.text).map { .number($0) }
    }
    // The zeros of prices stay.
    if text.unit.isEmpty, decimals != 2 || value.text.utf8.last != UInt8(ascii: "0") {
      return .number(number)
    }
    return .amount(
      FactValue.Amount(number: number, decimals: decimals, before: text.before, after: text.after))
  }

  private static func date(
    _ value: ValueParts, _ order: DateOrder, _ hasTime: Bool, _ last: Int?, _ zone: FormZone?
  ) -> FactValue.Meaning? {
    if value.parts.count == 1, let year = MeasureText.year(value) { return .year(year) }
    guard let text = DateText(value, last: last ?? 2_069) else {
      return MeasureText.partialDate(value).map { .written(key: $0) }
    }
    if case .month(let year, let month) = text.date { return .month(year: year, month: month) }
    if case .annual(let month, let day) = text.date { return .annual(month: month, day: day) }
    guard let day = text.day(order) else { return nil }
    guard let second = text.second, hasTime || zone?.isStated == true && text.offset != nil else {
      return .day(day)
    }
    guard let offset = text.offset else { return .moment(day, second, nil) }
    let moment = moment(day.sinceEpoch * 86_400 + second - offset, zone)
    if !hasTime, case .moment(let local, _, _)? = moment { return .day(local) }
    guard let own = text.zone, case .moment(let there, let time, _)? = moment else { return moment }
    // Its own zone's clocks, in the order of the list's.
    let key = FactValue.key(there.year, there.month, there.day) + Double(time)
    return .moment(day, second, FactValue.Clock(zone: own == zone?.machine ? nil : own, key: key))
  }

  /// A moment on the clocks of a zone; nil outside of the years 1 to 9999.
  /// - Parameter second: since 1970.
  private static func moment(_ second: Int, _ zone: FormZone?) -> FactValue.Meaning? {
    guard Day.seconds.contains(second) else { return nil }
    let own = zone.flatMap { Zone.named($0.name) }
    let local = second + (own?.offset(at: second) ?? CivilTime(second).offset)
    let time = (local % 86_400 + 86_400) % 86_400
    guard let day = Day(sinceEpoch: (local - time) / 86_400) else { return nil }
    let key = FactValue.key(day.year, day.month, day.day) + Double(time)
    let clock = zone.flatMap { $0.name != $0.machine ? FactValue.Clock(zone: $0.name, key: key) : nil }
    return .moment(day, time, clock)
  }
}

/// The time zone of a list, in which times in UTC or with an offset are shown.
public struct FormZone: Sendable, Hashable {
  public let name: String
  /// That of the machine that built the list, which alone does not stand beside times.
  let machine: String
  /// Whether the list, or its show's file, names it.
  let isStated: Bool

  /// - Parameter name: nil for the machine's zone.
  init?(_ name: String?, machine: String? = Zone.machine?.name) {
    guard let own = name ?? machine else { return nil }
    (self.name, self.machine, isStated) = (own, machine ?? "", name != nil)
  }

  /// Reads ``text``.
  fileprivate init(text: Substring) {
    let names = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    (name, machine, isStated) = (names[0], names.count > 1 ? names[1] : "", names.count > 2)
  }

  var text: String { "\(name)@\(machine)\(isStated ? "@" : "")" }
}

/// Yes and no as people write them.
enum Truth {
  static func value(of text: String) -> Bool? { text.utf8.count <= 16 ? words[text.lowercased()] : nil }

  private static let words = Dictionary(
    uniqueKeysWithValues: ["yes", "no"].flatMap { list in FormWords.all[list].map { ($0, list == "yes") } })
}

// The names under which a catalog file has forms.
extension FactForm {
  var name: String {
    func words(_ words: String, _ hasTime: Bool, _ last: Int? = nil, _ zone: FormZone?) -> String {
      let options = [hasTime ? "time" : nil, last.map { "upto=\($0)" }, zone.map { "in=\($0.text)" }]
      return ([words] + options.compactMap { $0 }).joined(separator: " ")
    }
    switch self {
    case .text: return "text"
    case .truth: return "truth"
    case .number(let decimalComma): return decimalComma ? "number," : "number."
    case .measure: return "measure"
    case .year: return "year"
    case .rule: return "rule"
    case .date(let order, let hasTime, let last, let zone):
      return words("date \(order.rawValue)", hasTime, last, zone)
    case .epoch(let isMilliseconds, let hasTime, let zone):
      return words("epoch \(isMilliseconds ? "ms" : "s")", hasTime, nil, zone)
    }
  }

  /// Reads ``name``.
  init?(name: String) {
    let words = name.split(separator: " ")
    func option(_ key: String) -> Substring? {
      words.first { $0.hasPrefix(key) }?.dropFirst(key.count)
    }
    let (hasTime, last, zone) = (
      words.contains("time"), option("upto=")?.number(in: 1...9_999), option("in=").map { FormZone(text: $0) }
    )
    let forms: [FactForm] =
      Self.all + DateOrder.allCases.map { .date($0, hasTime: hasTime, upTo: last, in: zone) }
      + [false, true].map { .epoch(isMilliseconds: $0, hasTime: hasTime, in: zone) }
    guard let form = forms.first(where: { $0.name == name }) else { return nil }
    self = form
  }

  private static let all: [FactForm] = [
    .text, .truth, .number(decimalComma: false), .number(decimalComma: true), .measure, .year, .rule,
  ]
}
