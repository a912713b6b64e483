extension String {
  /// The text with escapes for what could begin a line, control a terminal or reverse the text around it.
  public var onOneLine: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{2028}", "\u{2029}",
        _ where scalar.properties.isBidiControl || scalar.properties.generalCategory == .control:
        scalars.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
