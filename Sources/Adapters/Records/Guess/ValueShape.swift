import Catalogs
import Text

/// The kind of a value, by its characters.
enum ValueShape {
  case number, date, address
  /// An address or a path with the ending of a picture.
  case picture
  /// A text with white space.
  case phrase
  /// What people call a thing, rather than a code: mostly letters, and a small one if it is short.
  case words
  /// `Point(lon lat)`, `lat, lon`, or an object with coordinates.
  case place
  /// A text with tags or character references of HTML.
  case markup

  private static let endings = [
    ".jpg", ".jpeg", ".png", ".webp", ".gif", ".svg", ".avif", ".ico", ".heic", ".tif", ".tiff",
  ]

  static func shapes(of text: String) -> Set<ValueShape> {
    var shapes: Set<ValueShape> = []
    let lower = text.prefix(2_000).lowercased()
    if text.decimal() != nil { shapes.insert(.number) }
    if FormSurvey.isDate(text) { shapes.insert(.date) }
    if text.contains(where: \.isWhitespace) { shapes.insert(.phrase) }
    if ["http://", "https://", "//"].contains(where: { lower.hasPrefix($0) }) { shapes.insert(.address) }
    if ["</", "<br", "<p>", "<img", "&#"].contains(where: { lower.contains($0) }) { shapes.insert(.markup) }
    let path = lower.prefix { $0 != "?" && $0 != "#" }
    if !text.contains("\n"), text.utf8.count < 2_000, endings.contains(where: { path.hasSuffix($0) }) {
      shapes.insert(.picture)
    }
    if text.hasPrefix("["), let first = ListedText.list(text)?.first, !first.hasPrefix("[") {
      shapes.formUnion(Self.shapes(of: first).intersection([.picture, .address]))
    }
    if isPlace(text) { shapes.insert(.place) }
    if shapes.isDisjoint(with: [.number, .date, .address, .picture, .place]), isWords(text) {
      shapes.insert(.words)
    }
    return shapes
  }

  private static func isWords(_ text: String) -> Bool {
    let scalars = text.prefix(200).unicodeScalars
    let letters = scalars.count { $0.properties.isAlphabetic }
    let others = scalars.count { !$0.properties.isAlphabetic && !$0.properties.isWhitespace }
    let isOneWord = !scalars.contains { $0.properties.isWhitespace }
    guard letters > others,
      !isOneWord || !scalars.contains(where: { "0123456789_@/\\".unicodeScalars.contains($0) })
    else { return false }
    // Three capital letters are a code; Chinese has no small ones.
    return letters > 4 || !isOneWord
      || !scalars.allSatisfy { $0.properties.isUppercase || !$0.properties.isAlphabetic }
  }

  private static func isPlace(_ text: String) -> Bool {
    if text.prefix(20).uppercased().hasPrefix("POINT") { return text.contains("(") }
    let parts = text.count < 60 ? text.split { ",; ".contains($0) } : []
    if parts.count == 2, parts.allSatisfy({ $0.contains(".") && $0.decimal(in: -180...180) != nil }) {
      return true
    }
    // KML's points, with a height each or several of them.
    let points = text.prefix(300).split(maxSplits: 3, whereSeparator: \.isWhitespace).map {
      $0.split(separator: ",")
    }
    return !points.isEmpty && text.contains(".")
      && points.prefix(3).allSatisfy { point in
        (points.count > 1 ? 2...3 : 3...3).contains(point.count) && point.allSatisfy { $0.decimal() != nil }
      }
  }
}
