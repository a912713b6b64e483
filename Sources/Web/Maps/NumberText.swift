import Glibc

enum NumberText {
  /// Rounded, without trailing zeros: "1039.75". The number is not negative and below a million.
  static func digits(_ value: Double, decimals: Int) -> String {
    let power = Int(pow(10, Double(decimals)))
    let (whole, rest) = Int((value * Double(power)).rounded()).quotientAndRemainder(dividingBy: power)
    guard rest > 0 else { return String(whole) }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: decimals - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return String(whole) + "." + fraction
  }
}

/// The measures of a map in the language of its page.
public protocol MapWords {
  /// The angle of a parallel or a meridian.
  func angle(_ degrees: Double, isLatitude: Bool, decimals: Int) -> String
  func length(_ metres: Double) -> String
}

/// Numbers that a reader divides by without thinking.
enum RoundNumber {
  /// The greatest of 1, 2 and 5 times a power of ten that is not above a positive number.
  static func below(_ value: Double) -> Double {
    var power = pow(10, floor(log10(value)))
    // The logarithm of a power of ten may be off by a hair either way.
    if power * 10 <= value { power *= 10 }
    if power > value { power /= 10 }
    return [5, 2, 1].map { $0 * power }.first { $0 <= value } ?? power
  }

  /// The least step between lines of latitude or longitude that is not below this, in degrees.
  static func degrees(above value: Double) -> Double {
    degreeSteps.first { $0 >= value } ?? 90
  }

  private static let degreeSteps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 90]
}
