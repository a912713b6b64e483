import CLibXML2

extension NamedReferences {
  /// The longest name is `CounterClockwiseContourIntegral`.
  static let longestName = 31

  /// The longest names of Latin-1 are such as `Aacute`.
  static let longestLatin1Name = 6

  /// The characters of a name that stands before a semicolon.
  static func scalars(named name: String) -> String.UnicodeScalarView? {
    if let scalar = html4(named: name) { return String(scalar).unicodeScalars }
    return table[name]?.unicodeScalars
  }

  /// The character of a name that may stand without its semicolon.
  static func latin1(named name: String) -> Unicode.Scalar? {
    let isUpper = ["AMP", "COPY", "GT", "LT", "QUOT", "REG"].contains(name)
    guard let scalar = html4(named: isUpper ? name.lowercased() : name) else { return nil }
    return scalar.value < 0x100 && scalar != "'" ? scalar : nil
  }

  private static func html4(named name: String) -> Unicode.Scalar? {
    guard let entity = htmlEntityLookup(name) else { return nil }
    // HTML 5 knows other angle brackets.
    return entity.pointee.value == 0x2329 || entity.pointee.value == 0x232A
      ? nil : Unicode.Scalar(entity.pointee.value)
  }

  /// Made when the first name comes that HTML 4 has not.
  private static let table: [String: String] = {
    var table: [String: String] = [:]
    for word in "\(words)".split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: ";")
      var characters = String.UnicodeScalarView()
      for number in parts[1].split(separator: "+") {
        if let scalar = UInt32(number, radix: 16).flatMap(Unicode.Scalar.init) { characters.append(scalar) }
      }
      table[String(parts[0])] = String(characters)
    }
    return table
  }()
}
