import Configuration
import HTML

/// The picture of an entry that has none yet: its initials in the show's colours.
enum Placeholder {
  /// An SVG document of the show's picture shape.
  static func svg(title: String, looks: Looks) -> [UInt8] {
    let width = looks.aspect.width * 100
    let height = looks.aspect.height * 100
    let size = min(width, height) / 3
    let initials = initials(of: title)
    var svg = Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">\
      <rect width="100%" height="100%" fill="\(looks.tile)"/>\
      <text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="500" \
      font-size="\(size)" fill="\(looks.tile.readableText)" fill-opacity=".5">
      """.utf8)
    svg.appendEscaped(initials)
    svg += Array("</text></svg>".utf8)
    return svg
  }

  /// The first letters of the first and the last word that begin with one.
  private static func initials(of title: String) -> String {
    let letters = title.split(whereSeparator: \.isWhitespace).compactMap { word in
      word.first { $0.isLetter || $0.isNumber }
    }
    guard let first = letters.first else { return "?" }
    guard letters.count > 1, let last = letters.last else { return String(first).uppercased() }
    return (String(first) + String(last)).uppercased()
  }
}
