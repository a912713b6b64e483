import Catalogs
import Text

/// The names of a table's columns.
enum ColumnNames {
  /// Whether the cells of a first row are those of a record: several dates, amounts or addresses.
  static func areValues(_ cells: [String]) -> Bool {
    let filled = cells.filter { !$0.isEmpty }
    let values = filled.count {
      FormSurvey.isMeasured($0) || $0.hasPrefix("http://") || $0.hasPrefix("https://")
    }
    return values > 1 && values * 6 >= filled.count
  }

  /// The names of a header of two rows: in the second, the parts of a column that the first names, and blanks or the
  /// same names elsewhere. Nil if the rows are not such a header.
  static func joined(_ first: [String], _ second: [String]) -> [String]? {
    let (first, second) = (first.map(\.trimmed), second.map(\.trimmed))
    guard second.count <= first.count || first.last != "" else { return nil }
    var (names, group, parts, single): ([String], String?, Int, Int) = ([], nil, 0, 0)
    for column in 0..<max(first.count, second.count) {
      let above = column < first.count ? first[column] : ""
      let below = column < second.count ? second[column] : ""
      let begins =
        column + 1 < max(first.count, second.count)
        && (column + 1 >= first.count || first[column + 1].isEmpty)
      guard !below.contains(where: \.isNumber) else { return nil }
      if !above.isEmpty, below.isEmpty || below == above {
        single += 1
        (group, names) = (nil, names + [above])
      } else if !below.isEmpty, let name = above.isEmpty ? group : begins ? above : nil {
        parts += 1
        (group, names) = (name, names + ["\(name) \(below)"])
      } else {
        return nil
      }
    }
    return parts > 1 && single > 0 ? names : nil
  }

  /// The names, made unique: an empty or repeated one gets the number of its column.
  static func different(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.enumerated().map { index, name in
      let name = name.oneLine(limit: .max)
      var free = name.isEmpty ? "column \(index + 1)" : name
      while !taken.insert(free).inserted { free += " \(index + 1)" }
      return free
    }
  }
}
