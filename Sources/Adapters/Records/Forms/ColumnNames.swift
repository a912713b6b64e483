import Text

/// What the columns of a table are called.
enum ColumnNames {
  /// The names, each of them different: one without a letter, or of an earlier column, gets its number.
  static func different(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.enumerated().map { index, name in
      let name = name.trimmed
      var free = name.isEmpty ? "column \(index + 1)" : name
      while !taken.insert(free).inserted { free += " \(index + 1)" }
      return free
    }
  }
}
