import HTML

/// The picture of an entry whose own is not here yet: letters alone, around which the tint and the shape of
/// its stand-in are seen.
enum Placeholder {
  /// An SVG document of the show's picture shape, letters dark on a light page, light on a dark one.
  static func svg(of standIn: StandIn, width: Int, height: Int) -> [UInt8] {
    var svg = Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)"><style>text{fill:#0009}@media (prefers-color-scheme:dark)\
      {text{fill:#fff9}}</style><text x="50%" y="50%" dy=".35em" text-anchor="middle" \
      font-family="system-ui,sans-serif" font-weight="500" font-size="\(min(width, height) * 26 / 100)">
      """.utf8)
    svg.appendEscaped(standIn.letters)
    svg += Array("</text></svg>".utf8)
    return svg
  }
}
