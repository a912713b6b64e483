/// All fields of a show's file, including those of every kind of feed.
public struct FieldTable: Sendable {
  public let fields: [SettingField]

  /// - Parameter reading: reads such a file; see ``SettingsReader``.
  public init(_ reading: (SettingsReader) -> Void) {
    fields = SettingsReader.fields(of: reading)
  }

  /// The fields at a path: several if kinds of feeds share a name, empty for an unknown path.
  public func fields(at path: String) -> [SettingField] { fields.filter { $0.stands(at: path) } }

  /// The summary of a field, preferably that of a kind of feed.
  public func summary(of path: String, kind: String?) -> String? {
    let found = fields(at: path)
    return (found.first { $0.kind == kind } ?? found.first)?.summary
  }

  // MARK: Spelling

  /// The known path that an unknown one most likely misspells.
  public func nearest(to path: String) -> String? {
    let isNamedByShow = fields.contains { $0.form.isNamedByShow && path.hasPrefix("\($0.path).") }
    return isNamedByShow ? nil : Spelling.nearest(to: path, among: fields.map(\.path))
  }

  // MARK: Explanation

  /// Every field on a line of its own: path, form, meaning.
  public var overview: [String] {
    let rows = fields.map { field in
      let path = field.kind.map { "\(field.path) (\($0))" } ?? field.path
      return (path, field.form.inWords + (field.isRequired ? ", required" : ""), field.summary)
    }
    let widths = (rows.map(\.0.count).max() ?? 0, min(rows.map(\.1.count).max() ?? 0, 31))
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    return rows.map { path, form, summary in
      "\(padded(path, widths.0))  \(padded(form, widths.1))  \(summary)"
    }
  }

  /// All that is known of a field; nil if it is unknown.
  public func explanation(of path: String) -> [String]? {
    let found = fields(at: path)
    return found.isEmpty ? nil : Array(found.map(description).joined(separator: [""]))
  }

  private func description(of field: SettingField) -> [String] {
    var lines = [field.kind.map { "\(field.path), of the feed \"\($0)\"" } ?? field.path]
    lines.append("  \(field.sentence)")
    if let note = field.note { lines += Self.wrapped(note).map { "  \($0)" } }
    lines.append("  Takes: \(field.form.inWords)\(field.isRequired ? "; required" : "")")
    if let standard = field.standard { lines.append("  Without it: \(standard)") }
    if let example = field.example { lines.append("  Example: \"\(field.key)\": \(example.onOneLine)") }
    var below: [String] = []
    for inner in fields where inner.parent == field.path || inner.parent == "\(field.path).*" {
      if !below.contains(inner.path) { below.append(inner.path) }
    }
    if !below.isEmpty { lines.append("  Holds: \(below.joined(separator: ", "))") }
    return lines
  }

  /// Lines of at most 90 characters.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 90 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// The edit distance of two words.
package enum Spelling {
  /// Bytes of the longest path to compare with known ones: more than twice their length, and short enough that
  /// comparing letters with any number of accents takes microseconds.
  private static let comparedLength = 100

  /// The known path that another one most likely misspells.
  package static func nearest(to path: String, among known: [String]) -> String? {
    guard path.utf8.count <= comparedLength else { return nil }
    func last(_ path: String) -> String { path.split(separator: ".").last.map { $0.lowercased() } ?? "" }
    let candidates = known.filter { $0.utf8.count <= comparedLength }.map { other in
      let whole = distance(path.lowercased(), other.lowercased())
      // The right name in the wrong object is a likely mistake too.
      return (other, min(whole, distance(last(path), last(other)) * 2 + 1), whole)
    }
    let best = candidates.min { ($0.1, $0.2, $0.0) < ($1.1, $1.2, $1.0) }
    return best.flatMap { $0.1 <= max(1, last(path).count / 3) ? $0.0 : nil }
  }

  package static func hint(_ name: String, among known: [String]) -> String {
    nearest(to: name, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// Letters to add, drop, change or swap with their neighbour to make one text the other.
  private static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var rows = [Array(0...other.count)]
    for i in 1...max(one.count, 1) where i <= one.count {
      var row = [i]
      for j in 1...max(other.count, 1) where j <= other.count {
        let isSame = one[i - 1] == other[j - 1]
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
