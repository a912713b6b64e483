extension String {
  /// The text without white space around it.
  public var trimmed: String {
    // Nearly all texts begin and end with an ASCII letter.
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

  /// The text with at most thirty marks on a letter, as in Unicode's stream-safe format: comparing texts sorts the marks
  /// of each letter, in quadratic time.
  public var withFewMarks: String {
    if utf8.count <= 60 { return self }
    func isMark(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.canonicalCombiningClass != .notReordered
    }
    // Among more than thirty marks in a row is one at each sixtieth byte.
    let places = stride(from: 60, to: utf8.count, by: 60).lazy.map { utf8.index(startIndex, offsetBy: $0) }
    guard places.contains(where: { isMark(unicodeScalars[$0]) }) else { return self }
    var (kept, marks) = (String.UnicodeScalarView(), 0)
    for scalar in unicodeScalars {
      marks = isMark(scalar) ? marks + 1 : 0
      if marks <= 30 { kept.append(scalar) }
    }
    return String(kept)
  }

  /// The text on one line, with single spaces, without control and direction characters.
  /// - Parameters:
  ///   - limit: in scalars.
  ///   - ellipsis: appended to a text that is cut.
  public func oneLine(limit: Int, ellipsis: String = "…") -> String {
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

  /// The text with line breaks, control and direction characters escaped.
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

  /// An address or connection string for messages, without user name, password, query, fragment and parameters.
  ///
  /// With an at sign, also percent-encoded, only the scheme is left: a password with a slash or question mark would
  /// otherwise pass as host, path or query.
  public var withoutSecrets: String {
    if contains("@") || contains("%40") {
      let scheme = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      let slashes = self[scheme.endIndex...].prefix { $0 == ":" || $0 == "/" }
      return slashes.hasPrefix(":/") ? "\(scheme)\(slashes)…" : "…"
    }
    guard let end = firstIndex(where: { "?#=".contains($0) }) else { return self }
    return "\(self[...end])…"
  }
}
