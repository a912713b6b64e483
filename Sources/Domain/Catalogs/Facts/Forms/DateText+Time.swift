import System

extension DateText {
  /// The time behind a date in seconds, -1 for none; nil if what follows is no time.
  static func second(_ parts: ArraySlice<ValueParts.Part>) -> Int? {
    var rest = parts.drop { part in
      part.isSpace || part.isSign(",") || part.isSign(".")
        || ["t", "at", "um", "à", "uhr"].contains(part.word?.lowercased() ?? "")
    }
    if rest.isEmpty { return -1 }
    // `20030515T134500`
    if let part = rest.first, let digits = part.digits, let number = part.number,
      [4, 6].contains(digits.utf8.count)
    {
      let time = digits.utf8.count == 6 ? number : number * 100
      let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
      return hour < 24 && minute < 60 && second < 61 ? hour * 3_600 + minute * 60 + second : nil
    }
    guard let hour = rest.first?.number, hour < 24, rest.dropFirst().first?.isSign(":") == true else {
      return nil
    }
    var fields = [hour]
    rest = rest.dropFirst()
    while rest.first?.isSign(":") == true, fields.count < 3 {
      guard let number = rest.dropFirst().first?.number, number < 61 else { return nil }
      fields.append(number)
      rest = rest.dropFirst(2)
    }
    let word = rest.first { $0.word != nil }?.word?.lowercased()
    if word == "pm", hour < 12 { fields[0] += 12 }
    if word == "am", hour == 12 { fields[0] = 0 }
    return fields[0] * 3_600 + (fields.count > 1 ? fields[1] * 60 : 0) + (fields.count > 2 ? fields[2] : 0)
  }

  /// The offset of a time in seconds, such as that of `Z`, `+0100` or `EST`.
  static func offset(_ parts: ArraySlice<ValueParts.Part>) -> Int? {
    // An offset may have one where the time has none.
    let time = parts.prefix { part in !"+-\u{2212}".unicodeScalars.contains { part.isSign($0) } }
    let hasColons = time.contains { $0.isSign(":") }
    let zone = parts.drop { hasColons ? !$0.isSign(":") : $0.number == nil }
      .drop { $0.number != nil || $0.isSign(":") || $0.isSign(".") }
    for (index, part) in zip(zone.indices, zone) {
      switch part {
      case .word(let word):
        if let hours = hours[word.uppercased()] { return hours * 3_600 }
      case .sign(let sign):
        guard "+-\u{2212}".unicodeScalars.contains(sign) else { return nil }
        let digits = zone[(index + 1)...].prefix { $0.number != nil || $0.isSign(":") }
          .compactMap(\.digits).joined()
        guard digits.utf8.count == 2 || digits.utf8.count == 4 else { return nil }
        guard let number = (digits.utf8.count == 2 ? "\(digits)00" : digits).number(in: 0...9_999) else {
          return nil
        }
        return (number / 100 * 60 + number % 100) * (sign == "+" ? 60 : -60)
      case .digits: return nil
      case .space: continue
      }
    }
    return nil
  }

  /// The zones that RFC 822 names; feeds write their times with them.
  private static let hours = [
    "Z": 0, "UTC": 0, "GMT": 0, "UT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
    "PST": -8, "PDT": -7,
  ]
}
