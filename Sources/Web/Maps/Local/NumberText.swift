import Glibc

/// Numbers as a reader of any language takes them: groups of digits apart, by no sign of their own.
enum NumberText {
  /// Rounded, without trailing zeros: "1 039.75".
  static func decimal(_ value: Double, decimals: Int) -> String {
    let digits = digits(value, decimals: decimals)
    let whole = digits.prefix { $0 != "." }
    return grouped(String(whole)) + digits.dropFirst(whole.count)
  }

  /// The same without groups: "1039.75". The number is not negative.
  static func digits(_ value: Double, decimals: Int) -> String {
    let power = Int(pow(10, Double(decimals)))
    let (whole, rest) = Int((value * Double(power)).rounded()).quotientAndRemainder(dividingBy: power)
    guard rest > 0 else { return String(whole) }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: decimals - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return String(whole) + "." + fraction
  }

  /// A distance in words: "under 1 km", "3.4 km", "1 250 km".
  static func distance(metres: Double) -> String {
    let kilometres = metres / 1000
    if kilometres < 0.95 { return "under 1 km" }
    return decimal(kilometres, decimals: kilometres < 9.95 ? 1 : 0) + " km"
  }

  private static func grouped(_ digits: String) -> String {
    guard digits.count > 3 else { return digits }
    let head = digits.count % 3
    var groups = head > 0 ? [String(digits.prefix(head))] : []
    var rest = digits.dropFirst(head)
    while !rest.isEmpty {
      groups.append(String(rest.prefix(3)))
      rest = rest.dropFirst(3)
    }
    return groups.joined(separator: "\u{202F}")
  }
}
