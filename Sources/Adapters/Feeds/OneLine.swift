extension String {
  /// The text on one line: single spaces, none at its ends, no control characters, and none that turn
  /// the direction of what stands around it.
  /// - Parameters:
  ///   - limit: in scalars.
  ///   - ellipsis: ends what was longer.
  func oneLine(limit: Int, ellipsis: String = "…") -> String {
    var scalars = String.UnicodeScalarView()
    var count = 0
    var pendingSpace = false
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
      case _ where scalar.properties.isWhitespace || scalar.properties.generalCategory == .control:
        pendingSpace = count > 0
      default:
        guard count + (pendingSpace ? 1 : 0) < limit else {
          return String(scalars) + ellipsis
        }
        if pendingSpace { scalars.append(" ") }
        count += pendingSpace ? 2 : 1
        pendingSpace = false
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
