import Glibc
import System

/// The way in which a cell of an Excel workbook shows its number.
enum NumberFormat: Equatable {
  case plain
  case percent(decimals: Int)
  /// Digits, where nil, and texts between them, as in 00000 or 000-00.
  case mask([String?])
  case money(before: String, decimals: Int, after: String)
  case date(hasMonth: Bool, hasDay: Bool, hasTime: Bool)
  /// Hours, which may be more than 24.
  case time

  /// A format by its number; nil for one that the workbook defines.
  init?(number: Int) {
    switch number {
    case 9: self = .percent(decimals: 0)
    case 10: self = .percent(decimals: 2)
    case 14, 15, 16, 27...31, 36, 50...54, 57, 58: self = .date(hasMonth: true, hasDay: true, hasTime: false)
    case 17: self = .date(hasMonth: true, hasDay: false, hasTime: false)
    case 18...21, 32...35, 45...47, 55, 56: self = .time
    case 22: self = .date(hasMonth: true, hasDay: true, hasTime: true)
    case ..<50: self = .plain
    default: return nil
    }
  }

  /// A format by its code, such as `dd/mm/yyyy;@`, of which the first section is for positive numbers.
  init(code: String) {
    let parts = FormatParts(code)
    let letters = Set(parts.letters)
    if parts.isElapsed || letters.isSuperset(of: "h") && letters.isDisjoint(with: "yd") {
      self = .time
    } else if !letters.isDisjoint(with: "ydms"), !parts.symbols.contains("0"), !parts.symbols.contains("#") {
      self =
        letters == ["s"] || letters == ["m", "s"]
        ? .time
        : .date(
          hasMonth: letters.contains("m") || letters.contains("d"),
          hasDay: letters != ["y"] && letters != ["m", "y"],
          hasTime: letters.contains("h"))
    } else if parts.symbols.contains("%") {
      self = .percent(decimals: parts.decimals)
    } else if parts.hasCurrency, let first = parts.tokens.firstIndex(of: nil),
      let last = parts.tokens.lastIndex(of: nil)
    {
      self = .money(
        before: parts.tokens[..<first].compactMap(\.self).joined(), decimals: parts.decimals,
        after: parts.tokens[(last + 1)...].compactMap(\.self).joined())
    } else if parts.symbols.allSatisfy({ $0 == "0" }), parts.symbols.count > 1 {
      self = .mask(parts.tokens)
    } else {
      self = .plain
    }
  }

  /// A number as it is shown, except that dates are written as in ISO 8601.
  /// - Parameter has1904: whether days are counted from 1904 on.
  func text(_ written: String, has1904: Bool) -> String {
    guard let number = written.decimal() else { return written }
    switch self {
    case .plain: return Self.plain(number, written)
    case .percent(let decimals): return Self.fixed(number * 100, decimals) + "%"
    case .money(let before, let decimals, let after):
      return (number < 0 ? "-" : "") + before + Self.fixed(abs(number), decimals) + after
    case .mask(let mask): return Self.masked(number, mask) ?? Self.plain(number, written)
    case .date(let hasMonth, let hasDay, let hasTime):
      guard let date = SerialDate(number, has1904: has1904, hasTime: hasTime) else { return written }
      if hasTime, number < 1 { return SerialDate.time(number) }
      return hasDay ? date.text : String(date.text.prefix(hasMonth ? 7 : 4))
    case .time:
      guard number >= 0, number < 1e6 else { return written }
      // Of so many days, only the time is shown.
      return SerialDate.time(number < 1_000 ? number : number - number.rounded(.down))
    }
  }

  /// A whole number as it is written, since it may be an id; another with fifteen digits, as spreadsheets show it.
  private static func plain(_ number: Double, _ written: String) -> String {
    if written.utf8.count <= 40, written.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return written }
    let text = printed("%.15g", number)
    guard text.contains("e") else { return text }
    return abs(number) < 1e21 && abs(number) >= 1e15
      ? printed("%.0f", number) : text.replacing("e-0", with: "e-").replacing("e+", with: "e")
  }

  private static func fixed(_ number: Double, _ decimals: Int) -> String {
    printed("%.\(min(decimals, 15))f", number)
  }

  private static func printed(_ format: String, _ number: Double) -> String {
    var text = [CChar](repeating: 0, count: 400)
    let count = withVaList([number]) { vsnprintf(&text, text.count, format, $0) }
    return String(decoding: text.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Nil for a number that has no digits only.
  private static func masked(_ number: Double, _ mask: [String?]) -> String? {
    guard let whole = UInt64(exactly: number.rounded()), number >= 0 else { return nil }
    let places = mask.count { $0 == nil }
    var digits = String(whole)
    if digits.count < places { digits = String(repeating: "0", count: places - digits.count) + digits }
    // The first place takes all digits that have none of their own.
    var (text, surplus) = ("", digits.count - places + 1)
    for token in mask {
      if let token {
        text += token
      } else {
        text += digits.prefix(surplus)
        digits.removeFirst(surplus)
        surplus = 1
      }
    }
    return text
  }
}

/// The parts of the first section of a format's code.
private struct FormatParts {
  /// Letters of dates, lowercase.
  private(set) var letters: [Character] = []
  /// Marks of numbers.
  private(set) var symbols: [Character] = []
  /// Digits, where nil, and literal texts.
  private(set) var tokens: [String?] = []
  private(set) var decimals = 0
  private(set) var hasCurrency = false
  /// Whether hours, minutes or seconds are in brackets.
  private(set) var isElapsed = false

  init(_ code: String) {
    var rest = code.replacing("AM/PM", with: "").replacing("A/P", with: "")[...]
    if rest.lowercased() == "general" { return }
    var isAfterPoint = false
    while let next = rest.popFirst(), next != ";" {
      switch next {
      case "\"":
        add(String(rest.prefix { $0 != "\"" }))
        rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\": add(rest.popFirst().map(String.init) ?? "")
      case "_", "*": _ = rest.popFirst()
      case "[":
        let inner = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inner.count + 1)
        if inner.hasPrefix("$") {
          add(String(inner.dropFirst().prefix { $0 != "-" }), isCurrency: true)
        } else if !inner.isEmpty, inner.lowercased().allSatisfy({ "hms".contains($0) }) {
          isElapsed = true
        }
      case "0", "#", "?":
        symbols.append(next)
        tokens.append(nil)
        if isAfterPoint { decimals += 1 }
      case ".":
        symbols.append(next)
        isAfterPoint = true
      case ",", "%", "@", "E": symbols.append(next)
      case _ where "ydmhsYDMHS".contains(next): letters.append(Character(next.lowercased()))
      default: add(String(next))
      }
    }
  }

  private mutating func add(_ text: String, isCurrency: Bool = false) {
    guard !text.isEmpty else { return }
    tokens.append(text)
    hasCurrency =
      hasCurrency || isCurrency
      || text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
  }
}
