import CSQLite

/// Names of tables and columns.
enum SQLiteNames {
  /// A name in a statement, with quotation marks if it needs them.
  static func quoted(_ name: String) -> String {
    let isPlain =
      name.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || Unicode.Scalar($0).properties.isAlphabetic && $0 < 0x80
          || (0x30...0x39).contains($0)
      } && !name.isEmpty && name.first?.isNumber == false
      && sqlite3_keyword_check(name, Int32(name.utf8.count)) == 0
    return isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }

  /// A name in lower case without signs, and in the singular: "bookauthor" for `Book_Authors`.
  static func singular(_ name: String) -> String {
    let name = FieldStatistics.plain(name)
    guard name.count > 3, name.hasSuffix("s"), !name.hasSuffix("ss") else { return name }
    if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
    let isLong = ["sses", "xes", "ches", "shes"].contains { name.hasSuffix($0) }
    return String(name.dropLast(isLong ? 2 : 1))
  }

  /// A column's name without its ending as an identifier: "author" for `author_id` and `AuthorID`.
  static func stem(_ column: String) -> String {
    guard column.count > 2, column.lowercased().hasSuffix("id") else { return column }
    let stem = column.dropLast(2)
    if let last = stem.last, "_- ".contains(last) { return String(stem.dropLast()) }
    return column.hasSuffix("id") ? column : String(stem)
  }

  /// Whether a table belongs to a program or a format, not to its user.
  static func isBookkeeping(_ table: String) -> Bool {
    let name = table.lowercased()
    return FieldWords["programtables"].exact(name) || FieldWords["programprefixes"].begins(name)
  }

  /// The evidence of a table's name against its being the list.
  static func weight(_ table: String) -> Double {
    let words = Set(words(table).map(singular))
    return words.contains(where: FieldWords["logtables"].exact)
      ? -3 : words.contains(where: FieldWords["peopletables"].exact) ? -1.5 : 0
  }

  /// Whether a table records what a program does or how it is set up.
  static func isLog(_ table: String) -> Bool { weight(table) < -2 }

  /// The words of a name: "order", "Details" for `orderDetails`.
  static func words(_ name: String) -> [String] {
    var words = [""]
    var wasLower = false
    for letter in name {
      if !letter.isLetter || wasLower && letter.isUppercase { words.append("") }
      if letter.isLetter { words[words.count - 1].append(letter) }
      wasLower = letter.isLowercase
    }
    return words
  }
}
