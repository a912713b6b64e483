import Text

/// Labels of fields on a page, as the author of the list wrote their names.
struct FieldLabel {
  /// Whether `HireDate` is two words: most names of the list are written so, and none otherwise.
  private let splitsCapitals: Bool

  init(_ fields: [ListField] = []) {
    let names = Set(fields.map { $0.names[0] })
    splitsCapitals =
      names.count { Self.words(of: $0, isSplit: true).count > 1 && $0.first?.isUppercase == true } > 1
      && names.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber } }
  }

  /// - Parameters:
  ///   - known: the label that the form of the list has for it.
  ///   - isTaken: whether another fact has a label, or one like it.
  func label(of names: [String], known: String? = nil, isTaken: (String) -> Bool) -> String {
    if let known, !isTaken(known) { return known }
    // MongoDB's types of values, such as $date.
    var names = names.filter { $0 != XMLName.text && !$0.hasPrefix("$") }
    // "Persons" for `persons.person` and for `persons.name`.
    while names.count > 1, let last = names.last,
      FieldWords.has("value", ListField.plain(last)) || names[names.count - 2].hasPrefix(last)
    {
      names.removeLast()
    }
    let parents = names.dropLast().filter { !FieldWords.has("wrapper", ListField.plain($0)) }
    let own = [known ?? text(names.last ?? "")]
    // Of the objects that it is in, one, and more until it is unique.
    var label = ""
    for depth in min(1, parents.count)...max(parents.count, 1) {
      label = (parents.suffix(depth).map(text) + own).joined(separator: " ")
      // A key that begins with // would be a comment.
      if label.hasPrefix("//") { label = String(label.drop { $0 == "/" }).trimmed }
      if !label.isEmpty, !isTaken(label) { return Self.capitalized(label) }
    }
    let named = "\(label) value".trimmed
    var (free, number) = (named, 2)
    // The number comes first because the names of long labels are cut.
    while isTaken(free) { (free, number) = ("\(number) \(named)", number + 1) }
    return Self.capitalized(free)
  }

  private func text(_ name: String) -> String {
    let name = XMLName.specific(name)
    let isOfProgram =
      !name.contains(where: \.isWhitespace)
      && (name.contains("_") || name.first?.isUppercase != true || splitsCapitals)
    guard isOfProgram, !name.contains("-") || name.contains("_") else { return name.trimmed }
    let words = Self.words(of: name, isSplit: name.first?.isUppercase != true || splitsCapitals)
    return words.enumerated().map { index, word in
      if FieldWords.has("capitals", word.lowercased()) { return word.uppercased() }
      return index > 0 && word.dropFirst().allSatisfy(\.isLowercase) ? word.lowercased() : word
    }
    .joined(separator: " ")
  }

  /// The words of a name: those of `birthYear` and `@birth_year` are "birth" and "year".
  /// - Parameter isSplit: whether a capital letter within a name begins a word.
  static func words(of name: String, isSplit: Bool) -> [String] {
    var words = [""]
    var previous: Character = " "
    for letter in name {
      let isSign =
        "_-:@".contains(letter) || letter.isWhitespace
        || letter.unicodeScalars.contains { $0.properties.generalCategory == .control }
      if isSign || isSplit && letter.isUppercase && previous.isLowercase { words.append("") }
      if !isSign { words[words.count - 1].append(letter) }
      previous = letter
    }
    return words.filter { !$0.isEmpty }
  }

  private static func capitalized(_ label: String) -> String {
    label.prefix(1).uppercased() + label.dropFirst()
  }
}
