import Catalogs
import Configuration
import Pictures
import System
import Templates
import Text

/// The placeholder of an entry without a picture: its initials on the colour of its section, or on a tint chosen by its
/// id, with a shape chosen by its id.
struct Placeholder: Renderable {
  /// Tints, colours of sections, and shapes in `faces.css`.
  private static let tints: UInt32 = 6
  private static let shapes: UInt32 = 6

  let style: String
  let letters: String

  init(_ entry: Entry) { self.init(id: entry.id, title: entry.title, section: entry.sections.first) }

  init(id: String, title: String, section: Int? = nil) {
    let hash = FNV1a.hash32(id.utf8)
    let tint = section.map { "c\($0 % Int(Self.tints))" } ?? "t\((hash >> 8) % Self.tints)"
    style = "\(tint) s\((hash >> 20) % Self.shapes)"
    letters = Self.initials(of: title)
  }

  /// The first letters of the first and the last word that begin with one; none of a title without letters, such as a
  /// number.
  private static func initials(of title: String) -> String {
    let letters = title.split(whereSeparator: \.isWhitespace).compactMap { word in
      word.first { $0.isLetter || $0.isNumber }
    }
    guard title.contains(where: \.isLetter), let first = letters.first else { return "" }
    guard letters.count > 1, let last = letters.last else { return String(first).uppercased() }
    return (String(first) + String(last)).uppercased()
  }

  /// An SVG document with the letters alone. The element that shows it has the tint and the shape.
  /// - Parameter size: in pixels; nil for one that fills the frame of a row or a tile.
  func svg(size: (width: Int, height: Int)?, _ looks: Looks) -> [UInt8] {
    let (light, dark) = (Stylesheet.letters(on: looks.tile), Stylesheet.letters(on: looks.darkTile))
    let frame = size.map {
      "width=\"\($0.width)\" height=\"\($0.height)\" viewBox=\"0 0 \($0.width) \($0.height)\""
    }
    var svg = Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" \(frame ?? "width=\"100%\" height=\"100%\"")>\
      <style>text{font:600 30vmin system-ui,sans-serif;letter-spacing:-.02em;fill:\(light)}\
      .l{display:none;font:700 38vw system-ui,sans-serif;letter-spacing:-.06em}\
      @media (min-width:80px){.s{display:none}.l{display:block}}\
      @media (prefers-color-scheme:dark){text{fill:\(dark)}}</style>
      """.utf8)
    let fontSize = size.map { " style=\"font-size:\($0.width * 38 / 100)px\"" } ?? ""
    // Small in the middle of a row, large in a corner of a tile.
    for position in [
      "class=\"s\" x=\"50%\" y=\"50%\" dy=\".35em\" text-anchor=\"middle\"",
      "class=\"l\" x=\"6%\" y=\"100%\" dy=\"-.3em\"\(fontSize)",
    ] {
      svg += Array("<text \(position)>".utf8)
      svg.appendEscaped(letters)
      svg += Array("</text>".utf8)
    }
    svg += Array("</svg>".utf8)
    return svg
  }

  static let fields: [Field<Self>] = [
    .text("placeholderStyle") { $0.style },
    .text("placeholderLetters") { $0.letters },
  ]
}

/// The small picture of an entry, or its placeholder, in lists; escaped beforehand.
struct Thumbnail: Renderable {
  /// Address of the picture; empty if the entry has none.
  private let picture: SafeHTML
  private let source: String?
  /// Whether a placeholder is shown now and the picture may still arrive.
  private(set) var isAwaited = false
  private let style: SafeHTML
  private let letters: SafeHTML
  private let width: Int
  private let height: Int

  init(_ entry: Entry, _ looks: PageLooks) {
    let placeholder = Placeholder(entry)
    source = entry.picture
    picture = source == nil ? .empty : SafeHTML(escaping: looks.addresses.picture(of: entry))
    style = SafeHTML(escaping: placeholder.style)
    letters = SafeHTML(escaping: placeholder.letters)
    (width, height) = (looks.aspect.width * 40, looks.aspect.height * 40)
  }

  /// The thumbnail with the current state of its picture.
  func checked(_ context: PageContext) -> Thumbnail {
    guard let source, let pictures = context.pictures else { return self }
    var thumbnail = self
    thumbnail.isAwaited = pictures.isAwaited(source, context.looks.tile)
    return thumbnail
  }

  static let fields: [Field<Self>] = [
    .html("picture") { $0.picture },
    .flag("isAwaited") { $0.isAwaited },
    .html("placeholderStyle") { $0.style },
    .html("placeholderLetters") { $0.letters },
    .integer("tileSmall") { _ in PictureScaling.tileWidths[0] },
    .integer("tileMedium") { _ in PictureScaling.tileWidths[1] },
    .integer("tileLarge") { _ in PictureScaling.tileWidths[2] },
    .integer("thumbnailWidth") { $0.width },
    .integer("thumbnailHeight") { $0.height },
  ]
}

/// The picture on an entry's page in its own shape; its frame has that shape before the picture arrives. A picture that
/// is on its way for the first time has a frame of the show's shape.
struct Portrait: Renderable {
  private let address: String
  /// Nil while the picture is on its way.
  private let facts: PictureFacts?
  private let width: Int
  private let height: Int

  /// Pixels of an edge up to which a picture stands beside the name.
  private static let smallSide = 160
  /// Fewest pixels of a picture that is shown across the pane.
  private static let stageWidth = 960

  /// Pixels of the width of a picture of unknown size.
  private static let awaitedWidth = 240

  /// Nil for an entry without a picture, and for one whose picture cannot be had.
  init?(_ entry: Entry, _ context: PageContext) {
    guard let source = entry.picture, let pictures = context.pictures else { return nil }
    let aspect = context.looks.aspect
    facts = pictures.facts(of: source)
    guard facts != nil || pictures.isAwaited(source, PictureScaling(.whole, .webp)) else { return nil }
    address = context.addresses.picture(of: entry)
    width = facts?.width ?? Self.awaitedWidth
    height = facts?.height ?? Self.awaitedWidth * aspect.height / aspect.width
  }

  /// Whether the page changes once the picture or its copies arrive.
  var isProvisional: Bool { facts.map { $0.copyWidths.isEmpty && !$0.isAnimated } ?? true }

  /// Whether the picture stands beside the name: a small one, or one that is narrow and tall.
  var isBeside: Bool { facts != nil && (max(width, height) <= Self.smallSide || height > 2 * width) }

  /// Whether the picture is shown across the pane.
  var fitsStage: Bool { facts?.isNearSquare == true && width >= Self.stageWidth }

  /// The largest size on a page, which follows the size of text: small pictures are enlarged by a half.
  private func shown(_ pixels: Int) -> String { "\(Double(max(1, pixels * 3 / 2)) / 16)rem" }

  /// `srcset` with the true widths of the copies, and `sizes`.
  ///
  /// A copy of unknown width is `1w` in `2px`, since beside `0.5x` browsers would read `src` as `1x`.
  private var sources: (set: String, sizes: String) {
    let candidates = zip(facts?.copyWidths ?? [], PictureScaling.wholeWidths).map {
      "\(address)?whole=\($1) \($0)w"
    }
    guard !candidates.isEmpty else { return ("\(address)?whole=\(PictureScaling.wholeWidths[0]) 1w", "2px") }
    return (candidates.joined(separator: ", "), "(max-width: 719.98px) 100vw, 45vw")
  }

  static let fields: [Field<Self>] = [
    .text("entryPicture") { $0.address },
    .integer("portraitWidth") { $0.width },
    .integer("portraitHeight") { $0.height },
    .text("shownWidth") { $0.shown($0.width) },
    .text("shownHeight") { $0.shown($0.height) },
    .flag("isAwaitedPortrait") { $0.facts == nil },
    .optionalText("color") { $0.facts?.color },
    .text("portraitSources") { $0.sources.set },
    .text("portraitSizes") { $0.sources.sizes },
    .integer("wholeSmall") { _ in PictureScaling.wholeWidths[0] },
    .integer("wholeLarge") { _ in PictureScaling.wholeWidths[1] },
  ]
}

extension PictureFacts {
  /// Whether neither side is more than twice the other.
  var isNearSquare: Bool { width <= 2 * height && height <= 2 * width }
}
