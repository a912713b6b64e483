/// The label of a field on a page, made of its name.
enum FieldLabel {
  /// - Parameter isTaken: whether another fact has a label, or one like it.
  static func label(of names: [String], isTaken: (String) -> Bool) -> String {
    // MongoDB's types of values, such as $date.
    var names =
      LibraryFields.name(names).map { [$0] } ?? names.filter { $0 != XMLName.text && !$0.hasPrefix("$") }
    let isWrapped = names.dropLast().last.map { FieldStatistics.isWrapper($0) } == true
    if names.count > 1, FieldWords["labelgeneral"].exact(FieldStatistics.plain(names[names.count - 1])) {
      names.removeLast()
    }
    var label = ""
    let isPart = names.last.map { FieldWords["labelparts"].exact(FieldStatistics.plain($0)) } == true
    // The names of its objects are put before it until it is unique.
    for (depth, name) in names.reversed().enumerated() {
      label = words(of: name) + (label.isEmpty ? "" : " \(label)")
      if isPart, depth == 0, names.count > 1, !isWrapped { continue }
      // A key that begins with // would be a comment.
      if label.hasPrefix("//") { label = String(label.drop { $0 == "/" }).trimmed }
      if !label.isEmpty, !isTaken(label) { return capitalized(label) }
    }
    let named = "\(label) value".trimmed
    var (free, number) = (named, 2)
    // The number comes first because the names of long labels are cut.
    while isTaken(free) { (free, number) = ("\(number) \(named)", number + 1) }
    return capitalized(free)
  }

  /// Splits a name: `birthYear` and `@birth_year` are "birth year".
  private static func words(of name: String) -> String {
    var text = ""
    var previous: Character = " "
    for letter in XMLName.specific(name) {
      let isBreak = letter.isUppercase && previous.isLowercase
      let isSign =
        "_-:".contains(letter) || letter.isWhitespace
        || letter.unicodeScalars.contains { $0.properties.generalCategory == .control }
      if isBreak || isSign, previous != " " { text.append(" ") }
      if isSign || letter == "@" {
        previous = " "
      } else {
        text.append(isBreak ? Character(letter.lowercased()) : letter)
        previous = letter
      }
    }
    return text.trimmed
  }

  /// "ISBN" for "isbn", and "Height (cm)" for "height cm".
  private static func capitalized(_ text: String) -> String {
    var words = text.split(separator: " ").map { word in
      FieldWords["initialisms"].exact(word.lowercased()) ? word.uppercased() : String(word)
    }
    if words.count > 1, let last = words.last, FieldWords["units"].exact(last) {
      words[words.count - 1] = "(\(last))"
    }
    let label = words.joined(separator: " ")
    return label.prefix(1).uppercased() + label.dropFirst()
  }
}
