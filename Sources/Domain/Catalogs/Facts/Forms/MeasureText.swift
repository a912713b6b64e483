import System

/// Values that are shown as they are written, and sorted by a number.
enum MeasureText {
  /// A fraction such as `4/10`, and what it is a part of.
  static func fraction(_ value: ValueParts) -> (key: Double, of: Int)? {
    let parts = value.parts.filter { !$0.isSpace }
    guard let last = parts.last?.number, last > 0, parts.count == 3 || parts.count == 5,
      parts[parts.count - 2].isSign("/"), let first = parts[0].number
    else { return nil }
    if parts.count == 3 { return (Double(first) / Double(last), last) }
    guard parts[1].isSign(".") || parts[1].isSign(","),
      let number = "\(first).\(parts[2].digits ?? "")".decimal()
    else { return nil }
    return (number / Double(last), last)
  }

  /// A duration in seconds: `1h 10m`, `90 min 30 s`, `1:02:03`, `4:33` or `PT1H10M` (ISO 8601).
  static func seconds(_ value: ValueParts) -> Double? { clock(value.parts) ?? units(value.parts) }

  private static func clock(_ parts: [ValueParts.Part]) -> Double? {
    guard parts.count == 3 || parts.count == 5 else { return nil }
    var seconds = 0
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 {
        guard part.isSign(":") else { return nil }
      } else {
        guard let number = part.number, number < (index == 0 ? 100_000 : 60),
          index == 0 || part.digits?.utf8.count == 2
        else { return nil }
        seconds = seconds * 60 + number
      }
    }
    return Double(seconds)
  }

  private static func units(_ parts: [ValueParts.Part]) -> Double? {
    var (seconds, units): (Double, Set<Int>) = (0, [])
    var number: Int?
    let start = parts.first?.word?.uppercased()
    for part in start == "PT" ? parts[1...] : parts[...] {
      switch part {
      case .digits(let digits, _):
        guard number == nil, digits < 1_000_000 else { return nil }
        number = digits
      case .word(let word):
        guard let unit = secondsOfUnit[word.lowercased()], let count = number, units.insert(unit).inserted
        else { return nil }
        seconds += Double(count) * Double(unit)
        number = nil
      case .sign(","), .sign("."), .space: continue
      case .sign: return nil
      }
    }
    // A single unit is an amount.
    return number == nil && (units.count > 1 || start == "PT" && !units.isEmpty) ? seconds : nil
  }

  private static let secondsOfUnit = FormWords.numbers("unit ")

  /// The first year of `1914–1918`, `1914-18`, `since 1990`, `ca. 1850`, `[1880?]`, `1990s` or `1990–present`.
  static func year(_ value: ValueParts) -> Int? { year(value.parts) }

  /// The sort key of a date that is known in part, such as `12 BC`, `before 1700`, `c. 1885` or `Summer 1969`.
  static func partialDate(_ value: ValueParts) -> Double? {
    let words = value.parts.compactMap { $0.word?.lowercased() }
    if let era = eras.first(where: { words.suffix($0.count) == $0[...] }) {
      let numbers = value.parts.compactMap(\.number)
      guard let year = numbers.first, (1..<10_000).contains(year), numbers.count < 3,
        words.dropLast(era.count).allSatisfy({ wordsBefore.contains($0) || spans.contains($0) })
      else { return nil }
      return FactValue.key(-year)
    }
    if let month = words.first.flatMap({ seasons[$0] }) {
      let rest = value.parts.filter { $0.word?.lowercased() != words[0] }
      return year(rest).map { FactValue.key($0, month) }
    }
    if let key = extended(value.text) { return key }
    return year(value).map { FactValue.key($0) - (words.contains(where: earlier.contains) ? 1 : 0) }
  }

  /// The sort key of a date of the Library of Congress (EDTF): `192X`, `1936%`, `1907-XX`, `1907-05~` or `../1880`.
  private static func extended(_ text: String) -> Double? {
    let isOpen = text.hasPrefix("../")
    let first = (isOpen ? text.dropFirst(3) : text[...]).split(separator: "/").first ?? ""
    let parts = first.filter { !"?~%".contains($0) }.split(separator: "-", omittingEmptySubsequences: false)
    guard first.utf8.count <= 13, (1...3).contains(parts.count), parts[0].utf8.count == 4,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      isOpen || text.contains(where: { "X?~%".contains($0) })
    else { return nil }
    // An unknown digit is the lowest one.
    let numbers = parts.map { String($0.map { $0 == "X" ? "0" : $0 }).number(in: 0...9_999) }
    guard let year = numbers[0], year >= 1_000, parts[0].prefix(2).allSatisfy(\.isNumber),
      numbers.allSatisfy({ $0 != nil }), numbers.dropFirst().allSatisfy({ ($0 ?? 0) <= 31 }),
      numbers.count == 1 || (numbers[1] ?? 0) <= 12
    else { return nil }
    let month = numbers.count > 1 ? numbers[1] ?? 0 : 0
    return FactValue.key(year, month, numbers.count > 2 ? numbers[2] ?? 0 : 0) - (isOpen ? 1 : 0)
  }

  /// The words behind years before Christ.
  private static let eras = [["bc"], ["bce"], ["v", "chr"], ["av", "j", "c"], ["a", "c"]]
  private static let earlier = FormWords["year earlier"]
  private static let seasons = FormWords.numbers("season ")

  private static func year(_ parts: [ValueParts.Part]) -> Int? {
    var first: Int?
    var (isOpen, hasSpan) = (false, false)
    for part in parts {
      switch part {
      case .digits(let number, let text):
        if first == nil {
          guard text.utf8.count == 4, (1_000..<3_000).contains(number) else { return nil }
          first = number
        } else {
          guard isOpen, text.utf8.count == 4 || text.utf8.count == 2 else { return nil }
          isOpen = false
        }
      case .word(let word):
        let word = word.lowercased()
        guard (first == nil ? wordsBefore : wordsBehind).contains(word) else { return nil }
        if spans.contains(word) { isOpen = true }
      case .sign(let sign):
        guard "-–—/?~%.,[]()".unicodeScalars.contains(sign) else { return nil }
        if "-–—/".unicodeScalars.contains(sign) {
          guard first != nil, !isOpen, !hasSpan else { return nil }
          (isOpen, hasSpan) = (true, true)
        }
      case .space: continue
      }
    }
    return first
  }

  private static let spans = FormWords["year span"]
  private static let wordsBehind = spans.union(FormWords["year behind"])
  private static let wordsBefore = FormWords["year before"]
}
