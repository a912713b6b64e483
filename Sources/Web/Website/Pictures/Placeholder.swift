import Text

/// The picture of an entry whose own is not here: letters alone, which look as `faces.css` draws them for an entry
/// without a picture. Tint and shape are those of the element that shows it.
enum Placeholder {
  /// An SVG document, letters dark on a light page, light on a dark one.
  /// - Parameter size: in pixels; nil for one that fills the frame of a row or a tile.
  static func svg(of standIn: StandIn, size: (width: Int, height: Int)?) -> [UInt8] {
    let frame = size.map {
      "width=\"\($0.width)\" height=\"\($0.height)\" viewBox=\"0 0 \($0.width) \($0.height)\""
    }
    var svg = Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" \(frame ?? "width=\"100%\" height=\"100%\"")>\
      <style>text{font:600 30vmin system-ui,sans-serif;letter-spacing:-.02em;fill:#0009}\
      @media (prefers-color-scheme:dark){text{fill:#fff9}}</style>\
      <text x="50%" y="50%" dy=".35em" text-anchor="middle"\(size.map { " style=\"font-size:\($0.width * 3 / 10)px\"" } ?? "")>
      """.utf8)
    svg.appendEscaped(standIn.letters)
    svg += Array("</text></svg>".utf8)
    return svg
  }
}
