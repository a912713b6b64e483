extension String {
  /// The text without white space around it.
  package var trimmed: String {
    // Nearly all texts begin and end with a letter of ASCII.
    if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first),
      (0x21..<0x7F).contains(last)
    {
      return self
    }
    var scalars = unicodeScalars[...]
    guard let first = scalars.first, let last = scalars.last,
      first.properties.isWhitespace || last.properties.isWhitespace
    else { return self }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars.drop { $0.properties.isWhitespace })
  }
}
