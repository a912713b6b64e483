/// A point on a sheet, in its units; y grows downwards.
struct Point: Equatable {
  var x: Double
  var y: Double
}

struct Rectangle: Equatable {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(around point: Point, _ x: Double, _ y: Double) {
    self.init(left: point.x - x, top: point.y - y, right: point.x + x, bottom: point.y + y)
  }

  var width: Double { right - left }
  var height: Double { bottom - top }

  func overlaps(_ other: Rectangle) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  func contains(_ point: Point) -> Bool {
    left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
  }

  func contains(_ other: Rectangle) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }
}

/// The size of a label, in units of the sheet.
struct LabelStyle {
  let name: SVG
  let size: Double
  let dotRadius: Double
  /// A longer name is shortened.
  let widest: Double
  /// The least width and height of ``Label/space``.
  let least: Double

  static let place = LabelStyle(name: "p", size: 17, dotRadius: 6, widest: 370, least: 0)
  /// As tall as a link that a finger hits on a narrow screen, where the sheet is 280 pixels wide.
  static let neighbour = LabelStyle(name: "n", size: 12.5, dotRadius: 2.2, widest: 160, least: 35)
}

/// A name beside its dot, and the most space that it takes.
struct Label {
  let text: String
  let markup: SVG
  let rectangle: Rectangle
  /// The same, as large as a finger.
  let space: Rectangle
}

/// Places labels in order: a label without free space beside its dot is left out, and none is moved.
struct LabelPlacer {
  let frame: Rectangle
  /// All dots: a label covers as few of them as possible, so that their own labels find space.
  let dots: [Point]
  private var taken: [Rectangle] = []

  init(frame: Rectangle, dots: [Point]) {
    (self.frame, self.dots) = (frame, dots)
  }

  /// The label for a dot; nil if the dot itself or every space beside it is taken.
  mutating func place(_ name: String, beside dot: Point, _ style: LabelStyle) -> Label? {
    let spot = Rectangle(around: dot, style.dotRadius + 1, style.dotRadius + 1)
    guard isFree(spot) else { return nil }
    let text = LabelText.shortened(name, to: style.widest / style.size)
    let (width, height) = (LabelText.width(of: text) * style.size, style.size * 1.25)
    let free = Self.sides.compactMap { x, y, anchor -> (label: Label, covered: Int)? in
      let point = Point(
        x: dot.x + x * (style.dotRadius + 2.5), y: dot.y + y * (style.dotRadius + 1 + height / 2))
      let middle = Point(x: point.x + x * width / 2, y: point.y)
      let label = Label(
        text: text,
        markup: "<text class=\"\(style.name)\(anchor)\" x=\"\(point.x)\" y=\"\(point.y)\">\(text)</text>",
        rectangle: Rectangle(around: middle, width / 2, height / 2),
        space: Rectangle(around: middle, max(width, style.least) / 2, max(height, style.least) / 2))
      return isFree(label.space) ? (label, dots.count(where: label.rectangle.contains)) : nil
    }
    guard let best = free.min(by: { $0.covered < $1.covered })?.label else { return nil }
    taken += [spot, best.space]
    return best
  }

  private func isFree(_ rectangle: Rectangle) -> Bool {
    frame.contains(rectangle) && !taken.contains(where: rectangle.overlaps)
  }

  /// Right, left, above and below, with the class of the text.
  private static let sides: [(x: Double, y: Double, anchor: SVG)] = [
    (1, 0, ""), (-1, 0, " e"), (0, -1, " m"), (0, 1, " m"),
  ]
}

/// The room that names take, in units of the font size.
enum LabelText {
  /// The most characters of a name that are looked at.
  private static let limit = 200

  /// The beginning that fits into a width, with an ellipsis for the rest.
  static func shortened(_ name: String, to most: Double) -> String {
    if name.unicodeScalars.count <= limit, width(of: name) <= most { return name }
    // A character can have any number of marks.
    var kept = String(String.UnicodeScalarView(name.unicodeScalars.prefix(limit)))
    while !kept.isEmpty, width(of: kept + "…") > most || " ,-".contains(kept.last ?? "x") {
      kept.removeLast()
    }
    return kept + "…"
  }

  /// An estimate that hardly any name exceeds in any usual font.
  static func width(of name: String) -> Double {
    name.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// By groups of letters, from those of DejaVu Sans, the widest of these fonts.
  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "I", "J", "'", "’", "‘", ",", ".", "|", " ": 0.36
    case "f", "t", "r", "-", "(", ")", "/", ":": 0.44
    case "m", "w", "M", "W", "@", "%", "#", "=", "&", "+", "<", ">", "^", "~": 1
    case "a"..."z", "0"..."9": 0.66
    case "A"..."Z": 0.79
    case ..."\u{24F}", "\u{1E00}"..."\u{1EFF}": scalar.properties.isLowercase ? 0.72 : 0.9
    // Where a script's font is missing, its marks take space too.
    case ..."\u{1100}": scalar.properties.generalCategory == .nonspacingMark ? 0.4 : 1
    case "\u{10000}"...: 1.4
    default: 1.2
    }
  }
}
