extension String {
  /// The text without white space around it.
  package var trimmed: String {
    var scalars = unicodeScalars[...]
    guard let first = scalars.first, let last = scalars.last,
      first.properties.isWhitespace || last.properties.isWhitespace
    else { return self }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars.drop { $0.properties.isWhitespace })
  }
}
