import CLibXML2

extension NamedReferences {
  /// The characters of a name that stands before a semicolon.
  static func characters(named name: String) -> String? {
    html4(named: name).map { String($0) } ?? html5[name]
  }

  /// The character of a name that may stand without its semicolon.
  static func latin1(named name: String) -> Unicode.Scalar? {
    let isUpper = ["AMP", "COPY", "GT", "LT", "QUOT", "REG"].contains(name)
    guard let scalar = html4(named: isUpper ? name.lowercased() : name) else { return nil }
    return scalar.value < 0x100 && scalar != "'" ? scalar : nil
  }

  private static func html4(named name: String) -> Unicode.Scalar? {
    guard let value = htmlEntityLookup(name)?.pointee.value else { return nil }
    // HTML 5 knows other angle brackets.
    return value == 0x2329 || value == 0x232A ? nil : Unicode.Scalar(value)
  }

  /// Made when the first name comes that HTML 4 has not.
  private static let html5: [String: String] = {
    var table: [String: String] = [:]
    var next: UInt32 = 0
    for word in "\(words)".split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: ";")
      let points =
        parts.count > 1 ? parts[1].split(separator: "+").compactMap { UInt32($0, radix: 16) } : [next]
      next = (points.last ?? 0) + 1
      let characters = String(String.UnicodeScalarView(points.compactMap(Unicode.Scalar.init)))
      for name in parts[0].split(separator: ",") { table[String(name)] = characters }
    }
    return table
  }()
}
