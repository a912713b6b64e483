import System

/// A number and its unit, before it is known whether its writer puts a point or a comma before decimals.
struct NumberText {
  /// The sign before decimals, as far as the number alone tells.
  enum DecimalSign {
    case none, point, comma
    /// A point or comma before three digits, which may be a thousand.
    case pointOrGroup, commaOrGroup
    /// Several points or commas, which separate thousands: the other sign would stand before decimals.
    case pointGroups, commaGroups

    var isBeforeDecimals: Bool { self != .none && self != .pointGroups && self != .commaGroups }
  }

  /// The text before the digits without signs, and that behind them.
  let before: String
  let after: String
  let sign: DecimalSign
  private let isNegative: Bool
  /// Whether a plus sign stands before it, as before the codes of countries.
  let hasPlus: Bool
  /// The digits before the last sign, and those behind it.
  private let whole: String
  private let rest: String

  var unit: String { before + after }

  /// The digits of a whole number without unit and groups of points or commas; nil for other numbers.
  var plainDigits: String? { unit.isEmpty && sign == .none && !isNegative ? whole : nil }

  /// Whether it is a whole number of up to four digits.
  var isShort: Bool { unit.isEmpty && sign == .none && whole.utf8.count <= 4 }

  /// Whether its digits are three at most.
  var isHundreds: Bool { whole.utf8.count <= 3 }

  /// Letters of a unit.
  private static let unitLength = 12

  init?(_ value: ValueParts) {
    let parts = value.parts
    guard let first = parts.firstIndex(where: { $0.number != nil }),
      let start = Self.start(of: parts[..<first])
    else { return nil }
    var (groups, signs): ([Substring], [Unicode.Scalar]) = ([], [])
    var index = first
    while index < parts.count, let digits = parts[index].digits {
      groups.append(digits)
      index += 1
      guard index + 1 < parts.count, parts[index + 1].digits != nil, let sign = Self.separator(parts[index])
      else { break }
      signs.append(sign)
      index += 1
    }
    guard let after = Self.end(of: parts[index...], in: value.text) else { return nil }
    (isNegative, before) = start
    hasPlus = parts.first?.isSign("+") == true
    self.after = after
    guard let sign = Self.sign(groups, signs) else { return nil }
    self.sign = sign
    let hasRest = sign.isBeforeDecimals
    whole = (hasRest ? groups.dropLast() : groups[...]).joined()
    rest = hasRest ? String(groups[groups.count - 1]) : ""
  }

  /// The number and its decimals, with a point or a comma before decimals; nil if it is written otherwise.
  func value(decimalComma: Bool) -> (number: Double, decimals: Int)? {
    let isDecimal: Bool
    switch sign {
    case .none, .pointGroups, .commaGroups: isDecimal = true
    case .point: if decimalComma { return nil } else { isDecimal = true }
    case .comma: if decimalComma { isDecimal = true } else { return nil }
    case .pointOrGroup: isDecimal = !decimalComma
    case .commaOrGroup: isDecimal = decimalComma
    }
    let text = isDecimal && !rest.isEmpty ? "\(whole).\(rest)" : whole + rest
    guard let number = text.decimal() else { return nil }
    return (isNegative ? -number : number, isDecimal ? rest.utf8.count : 0)
  }

  /// The digits before and after the decimal sign; nil if this is another number.
  func digits(
    decimalComma: Bool, of number: Double
  ) -> (whole: String, decimals: String, isNegative: Bool)? {
    guard let value = value(decimalComma: decimalComma), value.number == number else { return nil }
    return value.decimals > 0 ? (whole, rest, isNegative) : (whole + rest, "", isNegative)
  }

  /// The number of a text such as `2.5e6`.
  static func exponential(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let number = text.decimal()
    else { return nil }
    return number
  }

  // MARK: Parts

  private static func separator(_ part: ValueParts.Part) -> Unicode.Scalar? {
    switch part {
    case .space: " "
    case .sign(let sign) where [".", ",", "'", "’"].contains(sign): sign
    default: nil
    }
  }

  /// The sign before decimals; nil if the groups are not those of a number.
  private static func sign(_ groups: [Substring], _ signs: [Unicode.Scalar]) -> DecimalSign? {
    guard let last = signs.last else { return DecimalSign.none }
    func isGrouped(_ groups: ArraySlice<Substring>) -> Bool {
      groups.count < 2
        || groups[0].utf8.count <= 3 && groups[groups.count - 1].utf8.count == 3
          && groups.dropFirst().allSatisfy { (2...3).contains($0.utf8.count) }
    }
    let isDecimal = last == "." || last == ","
    if signs.count == 1, isDecimal {
      let mayBeGroup = isGrouped(groups[...]) && groups[0] != "0"
      return last == "." ? (mayBeGroup ? .pointOrGroup : .point) : mayBeGroup ? .commaOrGroup : .comma
    }
    if signs.allSatisfy({ $0 == last }) {
      guard isGrouped(groups[...]) else { return nil }
      return last == "." ? .pointGroups : last == "," ? .commaGroups : DecimalSign.none
    }
    guard isDecimal, signs.dropLast().allSatisfy({ $0 == signs[0] }), isGrouped(groups.dropLast()) else {
      return nil
    }
    return last == "." ? .point : .comma
  }

  private static func start(of parts: ArraySlice<ValueParts.Part>) -> (isNegative: Bool, before: String)? {
    var (isNegative, unit): (Bool, String) = (false, "")
    for part in parts {
      switch part {
      // A hyphen between letters and digits belongs to a code, such as A-001.
      case .sign("-") where unit.last?.isLetter == true: return nil
      case .sign("-"), .sign("−"): isNegative = true
      case .sign("+") where unit.isEmpty: continue
      case .space: unit += " "
      case .sign(let sign) where sign.properties.generalCategory == .currencySymbol:
        unit.unicodeScalars.append(sign)
      case .word(let word) where currencies.contains(String(word)) || isCode(word): unit += word
      case .sign(".") where unit == "Fr" || unit == "Rs": unit += "."
      default: return nil
      }
    }
    return (isNegative, unit)
  }

  private static let currencies: Set<String> = ["US", "A", "C", "R", "Fr", "kr", "Rs"]
  private static func isCode(_ word: Substring) -> Bool {
    word.utf8.count == 3 && word.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  private static func end(of parts: ArraySlice<ValueParts.Part>, in text: String) -> String? {
    var unit = ""
    for part in parts {
      switch part {
      case .digits: return nil
      case .space: unit += " "
      case .word(let word): unit += word
      case .sign(let sign):
        let isPart =
          unit.isEmpty ? "%‰°′″\"'".unicodeScalars.contains(sign) : "/.²³°%·*".unicodeScalars.contains(sign)
        guard isPart || sign.properties.generalCategory == .currencySymbol else { return nil }
        unit.unicodeScalars.append(sign)
      }
    }
    return unit.count <= unitLength ? unit : nil
  }
}
