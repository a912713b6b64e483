import System

/// The appearance of a show.
public struct Looks: Sendable, Hashable {
  /// The backgrounds of text. The stylesheet uses none between these and white (light) or black (dark), so that
  /// contrast can be checked here once.
  public static let lightBackground = Color(red: 0xF4, green: 0xF4, blue: 0xF2)
  public static let darkBackground = Color(red: 0x26, green: 0x28, blue: 0x2D)

  public let accent: Color
  public let tile: Color
  /// The ratio of a picture's width to its height.
  public let aspect: Aspect
  /// An SVG file in the public folder.
  public let icon: String
  /// Nil to choose by the entries.
  public let rows: RowStyle?
  /// Nil to choose by the entries.
  public let view: View?
  public let spoilers: Spoilers

  /// The form of the list.
  public enum View: String, Sendable, CaseIterable {
    case list
    /// The former name of a list with the entry of the day: a list.
    case stage
    /// Pictures side by side.
    case grid
    /// A column for each fact.
    case table

    /// The view that pages show.
    public var current: View { self == .stage ? .list : self }
  }

  /// The content of a row of the list.
  public enum RowStyle: String, Sendable, CaseIterable {
    /// The title only.
    case titles
    /// A small picture if there are any, the title, and the subtitle or the first words of the description.
    case summaries
    /// Picture, title, subtitle and the first lines of the description.
    case stories
  }

  /// Whether texts that give the end away lie behind a curtain.
  public enum Spoilers: String, Sendable, CaseIterable {
    case shown, covered
  }

  public init(
    accent: Color, tile: Color, aspect: Aspect, icon: String, rows: RowStyle? = nil, view: View? = nil
  ) {
    (self.accent, self.tile, self.aspect, self.icon) = (accent, tile, aspect, icon)
    (self.rows, self.view, spoilers) = (rows, view, .shown)
  }

  /// Reads the `looks` of a show's file; refuses an accent that is hard to read on a page.
  init(_ looks: SettingsReader) {
    accent = looks.required(
      "accent", .readableColor, "the colour of links, highlights and the selected row",
      note: "Its contrast on \(Self.lightBackground) must be at least 4.5; dark mode lightens it.",
      example: "#0b5d8a")
    tile = looks.required("tile", .color, "colour behind pictures and monograms", example: "#c9dcef")
    aspect = looks.required(
      "pictureAspect", .aspect, "width to height of pictures", note: "From 1:3 to 3:1.",
      example: "3:4")
    icon = looks.required(
      "icon",
      .text(#"^(?!/)(?!([^\u0000-\u001F\u007F]*/)?\.\./)[^\u0000-\u001F\u007F]*\.svg$"#, "an SVG file"),
      "the emblem", note: "A path in the public folder.", example: "icons/wire.svg")
    rows = looks.optional(
      "rows", .choice, "what a row of the list shows",
      note:
        "Titles alone; summaries: a small picture, the title and one line; or stories: picture, title and "
        + "the first lines of the description.",
      standard: "summaries",
      example: "summaries")
    view = looks.optional(
      "view", .choice, "the first view of the list",
      note:
        "List; grid: pictures side by side; or table: a column for each fact. Visitors can choose another. "
        + "Stage is read as list.",
      standard: "list", example: "grid")
    spoilers =
      looks.optional(
        "spoilers", .choice, "whether texts that give the end away lie behind a curtain",
        note:
          "Covered: descriptions but for their first sentence, relations, and the facts named in spoilers.",
        standard: "shown", example: "covered") ?? .shown
  }

  /// The accent, lightened enough for the dark background.
  public var darkAccent: Color { accent.readable(on: Self.darkBackground) }

  /// The tile, dimmed for the dark background.
  public var darkTile: Color { tile.mixed(with: .black, share: 0.2) }
}

extension SettingForm where Value == Color {
  static var color: Self { SettingForm<String>.text("^#[0-9A-Fa-f]{6}$", "a colour").map { Color(hex: $0) } }

  /// A colour with enough contrast on ``Looks/lightBackground``.
  static var readableColor: Self {
    color.map { color throws(Mismatch) in
      let contrast = color.contrast(with: Looks.lightBackground)
      guard contrast < 4.5 else { return color }
      throw Mismatch(
        found: "\(color) with \(Double(Int(contrast * 100)) / 100)",
        expected: "a colour with a contrast of at least 4.5 on \(Looks.lightBackground)")
    }
  }
}

/// A ratio of width to height in whole numbers, such as 3:4.
public struct Aspect: Sendable, Hashable, CustomStringConvertible {
  public let width: Int
  public let height: Int

  /// Reads "3:4": two numbers from 1 to 100, at most 3:1 or 1:3.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { $0.number(in: 1...100) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      width <= 3 * height, height <= 3 * width, text == "\(width):\(height)"
    else { return nil }
    (self.width, self.height) = (width, height)
  }

  public var description: String { "\(width):\(height)" }
}

extension SettingForm where Value == Aspect {
  static var aspect: Self {
    SettingForm<String>.text("^(100|[1-9][0-9]?):(100|[1-9][0-9]?)$", "a ratio").map { Aspect($0) }
  }
}
