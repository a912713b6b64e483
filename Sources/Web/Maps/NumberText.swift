import Glibc

/// Numbers for readers of any language: groups of digits are separated by a narrow space.
enum NumberText {
  /// Rounded, without trailing zeros: "1 039.75". The number is not negative and below a million.
  static func decimal(_ value: Double, decimals: Int) -> String {
    let digits = digits(value, decimals: decimals)
    let thousands = (digits.firstIndex(of: ".") ?? digits.endIndex).utf16Offset(in: digits) - 3
    guard thousands > 0 else { return digits }
    return digits.prefix(thousands) + "\u{202F}" + digits.dropFirst(thousands)
  }

  /// The same without groups: "1039.75".
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

/// The measures of a map in words; those of the program where no language is known.
public struct MapWords {
  /// The angle of a parallel or a meridian, with this many decimals.
  let degrees: (_ degrees: Double, _ isLatitude: Bool, _ decimals: Int) -> String
  /// Both, with at most four decimals, which is 11 m.
  let place: (_ latitude: Double, _ longitude: Double) -> String
  let metres: (Double) -> String

  public init(
    degrees: @escaping (_ degrees: Double, _ isLatitude: Bool, _ decimals: Int) -> String,
    place: @escaping (_ latitude: Double, _ longitude: Double) -> String,
    metres: @escaping (Double) -> String
  ) {
    (self.degrees, self.place, self.metres) = (degrees, place, metres)
  }

  static var plain: MapWords {
    func text(_ degrees: Double, _ isLatitude: Bool, _ decimals: Int) -> String {
      let number = NumberText.digits(abs(degrees), decimals: decimals)
      if number == "0" || !isLatitude && number == "180" { return "\(number)°" }
      return "\(number)° \(isLatitude ? degrees < 0 ? "S" : "N" : degrees < 0 ? "W" : "E")"
    }
    return MapWords(
      degrees: text,
      place: { latitude, longitude in
        let northing = text(latitude, true, 4)
        return northing.hasPrefix("90°") ? northing : "\(northing), \(text(longitude, false, 4))"
      },
      metres: {
        $0 < 1000
          ? NumberText.decimal($0, decimals: 0) + " m" : NumberText.decimal($0 / 1000, decimals: 0) + " km"
      })
  }

  /// - Parameter step: The degrees between lines, which decides how many decimals there are.
  func line(_ degrees: Double, isLatitude: Bool, step: Double) -> String {
    self.degrees(degrees, isLatitude, step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3)
  }
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
