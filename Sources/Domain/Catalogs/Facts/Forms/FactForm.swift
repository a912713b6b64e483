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
  case date(DateOrder, hasTime: Bool, upTo: Int? = nil)
  /// Seconds or milliseconds since 1970.
  case epoch(isMilliseconds: Bool, hasTime: Bool)

  /// Reads a value in this form, else as a text.
  func value(of text: String) -> FactValue {
    switch self {
    case .text: return FactValue(text)
    case .truth:
      return Truth.value(of: text).map { FactValue($0 ? "yes" : "no", .truth($0)) } ?? FactValue(text)
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
      if let year = Int(value.text), (-9_999..<1_000).contains(year) {
        return .written(key: FactValue.key(year))
      }
      guard let year = MeasureText.year(value) else { return nil }
      return value.parts.count == 1 ? .year(year) : .written(key: FactValue.key(year))
    case .date(let order, let hasTime, let last): return Self.date(value, order, hasTime, last)
    case .epoch(let isMilliseconds, let hasTime):
      guard case .digits(let number, _)? = value.parts.first, value.parts.count == 1 else { return nil }
      let second = isMilliseconds ? number / 1_000 : number
      // Midnight in UTC is a date without a time; any other moment is shown in the machine's time zone.
      let local = second % 86_400 == 0 ? second : second + CivilTime(second).offset
      guard let day = Day(sinceEpoch: local / 86_400) else { return nil }
      return hasTime ? .moment(day, local % 86_400) : .day(day)
    case .text, .truth: return nil
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
    _ value: ValueParts, _ order: DateOrder, _ hasTime: Bool, _ last: Int?
  ) -> FactValue.Meaning? {
    if value.parts.count == 1, let year = MeasureText.year(value) { return .year(year) }
    guard let text = DateText(value, last: last ?? 2_069) else { return nil }
    if case .month(let year, let month) = text.date { return .month(year: year, month: month) }
    guard let day = text.day(order) else { return nil }
    return hasTime ? text.second.map { .moment(day, $0) } ?? .day(day) : .day(day)
  }
}

/// Yes and no as people write them.
enum Truth {
  static func value(of text: String) -> Bool? { text.utf8.count <= 16 ? words[text.lowercased()] : nil }

  private static let words: [String: Bool] = [
    "yes": true, "true": true, "y": true, "1": true, "x": true, "✓": true, "✔": true, "☑": true,
    "checked": true,
    "ja": true, "wahr": true, "j": true, "oui": true, "vrai": true, "sí": true, "si": true, "verdadero": true,
    "نعم": true, "on": true, "t": true,
    "no": false, "false": false, "n": false, "0": false, "✗": false, "✘": false, "☐": false,
    "unchecked": false,
    "nein": false, "falsch": false, "non": false, "faux": false, "falso": false, "لا": false, "off": false,
    "f": false,
  ]
}

// The names under which a catalog file has forms.
extension FactForm {
  var name: String {
    switch self {
    case .text: "text"
    case .truth: "truth"
    case .number(let decimalComma): decimalComma ? "number," : "number."
    case .measure: "measure"
    case .year: "year"
    case .date(let order, let hasTime, let last):
      "date \(order.rawValue)\(hasTime ? " time" : "")\(last.map { " \($0)" } ?? "")"
    case .epoch(let isMilliseconds, let hasTime):
      "epoch \(isMilliseconds ? "ms" : "s")\(hasTime ? " time" : "")"
    }
  }

  /// Reads ``name``.
  init?(name: String) {
    let last = name.split(separator: " ").last.flatMap { Int($0) }
    let forms = DateOrder.allCases.flatMap { order in
      [false, true].map { FactForm.date(order, hasTime: $0, upTo: last) }
    }
    guard let form = (Self.all + forms).first(where: { $0.name == name }), (1...9_999).contains(last ?? 1)
    else { return nil }
    self = form
  }

  private static let all: [FactForm] =
    [.text, .truth, .number(decimalComma: false), .number(decimalComma: true), .measure, .year]
    + [false, true].flatMap { hasTime in
      [false, true].map { .epoch(isMilliseconds: $0, hasTime: hasTime) }
    }
}
