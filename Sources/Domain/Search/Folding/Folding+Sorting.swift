extension Folding {
  /// A folded text from its first letter or digit on, which is what it sorts by; all of it if it has none.
  public static func sortable(_ folded: [UInt8]) -> ArraySlice<UInt8> {
    let isPlain = folded.first.map { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) } ?? true
    if isPlain { return folded[...] }
    var start = 0
    for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return folded[start...] }
      start += scalar.utf8.count
    }
    return folded[...]
  }
}
