import HTML

/// The picture of an entry whose own is not here yet: letters alone, around which the tint and the shape of
/// its stand-in are seen.
enum Placeholder {
  /// An SVG document of the show's picture shape, in a grey that is read on every tint, light or dark.
  static func svg(of standIn: StandIn, width: Int, height: Int) -> [UInt8] {
    var svg = Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)"><text x="50%" y="50%" dy=".35em" text-anchor="middle" \
      font-family="system-ui,sans-serif" font-weight="600" fill="#808080" \
      font-size="\(min(width, height) * 3 / 10)">
      """.utf8)
    svg.appendEscaped(standIn.letters)
    svg += Array("</text></svg>".utf8)
    return svg
  }
}
