/// A ratio of width to height in whole numbers, such as 3:4.
public struct Aspect: Sendable, Hashable, CustomStringConvertible {
  public let width: Int
  public let height: Int

  /// Reads "3:4": two numbers from 1 to 100, at most three to one either way.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...100).contains(width), (1...100).contains(height),
      width <= 3 * height, height <= 3 * width, text == "\(width):\(height)"
    else { return nil }
    self.width = width
    self.height = height
  }

  public var description: String { "\(width):\(height)" }
}

extension SettingForm where Value == Aspect {
  static var aspect: Self {
    SettingForm<String>.text("^(100|[1-9][0-9]?):(100|[1-9][0-9]?)$", "a ratio").map { Aspect($0) }
  }
}
