/// How a show looks: what distinguishes one deployment from another at first sight.
public struct Looks: Sendable, Hashable {
  /// The backgrounds that text stands on. The stylesheet uses these and nothing between them and
  /// the white (light) or the black (dark) end, so that contrast can be checked here once.
  public static let lightBackground = Color(red: 0xF4, green: 0xF4, blue: 0xF2)
  public static let darkBackground = Color(red: 0x26, green: 0x28, blue: 0x2D)

  /// Links, marks and the chosen row; at least 4.5 : 1 on ``lightBackground``.
  public let accent: Color
  /// Behind pictures and monograms.
  public let tile: Color
  /// Width of a picture divided by its height, as the two whole numbers of "3:4".
  public let aspect: Aspect
  /// The emblem: an SVG file in the public folder.
  public let icon: String
  public let rows: RowStyle

  /// What a row of the list shows.
  public enum RowStyle: String, Sendable, CaseIterable {
    /// The title, and a subtitle where there is one.
    case titles
    /// Picture, title, subtitle and the first lines of the description.
    case stories
  }

  public init(accent: Color, tile: Color, aspect: Aspect, icon: String, rows: RowStyle = .titles) {
    self.accent = accent
    self.tile = tile
    self.aspect = aspect
    self.icon = icon
    self.rows = rows
  }

  /// The accent, lightened as far as the dark background needs.
  public var darkAccent: Color { accent.readable(on: Self.darkBackground) }
}

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
