internal import CICU
import Templates

/// How a language writes numbers and days, by ICU (Unicode CLDR).
struct LanguageForms: Sendable {
  let numbers: NumberStyle
  let dates: DateStyle

  /// - Parameter first: the first day of a month in a date.
  init(tag: String, first: String?) {
    // Days come first, as everywhere but in America; digits are 0 to 9.
    let texts = ICUText.read { language_forms("\(tag == "en" ? "en-GB" : tag)-u-ca-gregory-nu-latn", $0, $1) }
      .split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF16.self) }
    func text(_ index: Int) -> String { texts.indices.contains(index) ? texts[index] : "" }
    numbers = NumberStyle(
      group: text(0), decimal: text(1), groupedDigits: text(2).contains(text(0)) ? 4 : 5)
    // Where months are numbered, their names repeat what the pattern has, such as `M月`.
    let isNumbered = !["MMM", "LLL"].contains { text(3).contains($0) }
    dates = DateStyle(
      pattern: Self.pattern(text(3)), months: isNumbered ? (1...12).map(String.init) : (4..<16).map(text),
      weekdays: (Array(17..<23) + [16]).map(text),
      first: first)
  }

  /// CLDR's letters as names: of `d 'de' MMMM 'de' y`, `{day} de {month} de {year}`.
  private static func pattern(_ text: String) -> Pattern {
    let names: [Character: String] = ["d": "day", "M": "month", "L": "month", "y": "year"]
    var (pieces, isQuoted, last): ([Constant.Piece], Bool, Character) = ([], false, "'")
    // The era is always ours.
    for letter in text.replacing("G ", with: "") {
      if letter == "'" {
        isQuoted.toggle()
      } else if let name = names[letter], !isQuoted {
        if letter != last { pieces.append(.value(name)) }
      } else if case .text(let start)? = pieces.last {
        pieces[pieces.count - 1] = .text("\(start)\(letter)")
      } else {
        pieces.append(.text(String(letter)))
      }
      last = letter
    }
    return Pattern(pieces)
  }
}

/// Texts that ICU writes.
enum ICUText {
  private static let capacity = 2_048

  static func read(_ write: (UnsafeMutablePointer<UInt16>, Int32) -> Int32) -> [UInt16] {
    [UInt16](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = buffer.baseAddress.map { Int(write($0, Int32(capacity))) } ?? 0
    }
  }

  static func text(_ write: (UnsafeMutablePointer<UInt16>, Int32) -> Int32) -> String {
    String(decoding: read(write), as: UTF16.self)
  }
}

/// The names of languages and countries in a language.
struct ForeignNames: Sendable {
  let tag: String
  /// Names of languages that are better than ICU's, by their codes.
  var own: [String: String] = [:]

  /// The name of a language by its code in a feed; nil for an unknown one.
  func language(_ code: String) -> String? {
    if let name = own[code] { return name }
    // TMDB writes Cantonese as `cn`, and Filipino as Tagalog, on which it is based.
    let known = ["cn": "yue", "tl": "fil"][code] ?? code
    guard (2...3).contains(known.utf8.count), known.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      return nil
    }
    let name = ICUText.text { language_name(tag, known, $0, $1) }
    return name.isEmpty || name == known ? nil : name
  }

  /// The names of countries by their codes.
  var countries: [String: String] {
    var codes = country_codes()
    // Not an ISO code, but widely used in lists of places.
    var names = ["XK": country("XK")]
    while let code = codes.pointee {
      names[String(cString: code)] = country(String(cString: code))
      codes += 1
    }
    return names.filter { !$1.isEmpty && $0 != $1 }
  }

  private func country(_ code: String) -> String {
    // The long names of these say whose they are.
    let isShort = ["HK", "MO", "PS"].contains(code)
    return ICUText.text { country_name(tag, isShort ? 1 : 0, code, $0, $1) }
  }
}

/// The plural rule of a language.
final class PluralRule: @unchecked Sendable {
  // ICU's rules are only read.
  private let rules: UnsafeMutableRawPointer?

  /// In the order of the shim.
  enum Category: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other
  }

  init(language: String) {
    rules = plural_open(language)
  }

  deinit { plural_close(rules) }

  func category(of count: Int) -> Category {
    guard let rules else { return count == 1 ? .one : .other }
    return Category.allCases[Int(plural_category(rules, Double(count)))]
  }
}
