/// The names of the fields of MARCXML, which are numbers: `datafield@245.subfield@a` is the title.
enum LibraryFields {
  private static let names = FieldRules.all.lists.inverse("library ")

  /// The name of a field of MARCXML; empty for one that only libraries read, nil for fields of other documents.
  static func name(_ path: [String]) -> String? {
    var number: String?
    for name in path {
      let parts = XMLName.local(name).split(separator: "@", maxSplits: 1)
      if ["datafield", "controlfield"].contains(parts.first) {
        number = parts.count == 2 ? "\(parts[1])" : ""
      }
      if number != nil, parts.count == 2, parts[0] == "subfield" { number? += parts[1] }
    }
    return number.map { names[$0] ?? "" }
  }

  /// Letters of a heading; a longer text has sentences.
  private static let headingLength = 60

  /// A text without the punctuation that separates it from the next field on a printed card.
  static func plain(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, "/:;,= ".contains(last) { text.removeLast() }
    // The period of a heading, unlike that of an initial.
    let word = text.dropLast().reversed().prefix { $0.isLetter || $0.isNumber }
    if text.last == ".", text.count <= headingLength, word.count > 2 { text.removeLast() }
    return String(text)
  }
}
