/// How a language writes numbers in digits.
struct NumberStyle: Sendable, Hashable {
  /// Stands between groups of three digits.
  let group: String
  let decimal: String
  /// The smallest number that is written in groups.
  let groupedFrom: Int

  /// A whole number: 209,557.
  func text(_ number: Int) -> String {
    var digits = String(number)
    guard number >= groupedFrom else { return digits }
    var index = digits.count - 3
    while index > 0 {
      digits.insert(contentsOf: group, at: digits.index(digits.startIndex, offsetBy: index))
      index -= 3
    }
    return digits
  }

  /// With one decimal: 7.8. The number is not negative.
  func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(text(tenths / 10))\(decimal)\(tenths % 10)"
  }

  /// Numbers from this on are not written out.
  private static let largest = 1e12

  /// Any number, with as many decimals as it has but no more than six; nil if it is too large to be read so.
  func text(_ number: Double) -> String? {
    guard number.magnitude < Self.largest else { return nil }
    let text = rounded(number.magnitude, decimals: 6)
    return number < 0 && text != "0" ? "\u{2212}\(text)" : text
  }

  /// Rounded to some decimals, without zeros at the end: 39.7392. The number is not negative.
  func rounded(_ number: Double, decimals: Int) -> String {
    let power = (0..<decimals).reduce(1) { power, _ in power * 10 }
    let (whole, rest) = Int((number * Double(power)).rounded()).quotientAndRemainder(dividingBy: power)
    guard rest > 0 else { return text(whole) }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: decimals - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return text(whole) + decimal + fraction
  }
}
