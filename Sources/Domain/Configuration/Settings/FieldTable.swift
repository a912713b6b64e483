/// All fields of a show's file, those of every kind of feed among them.
public struct FieldTable: Sendable {
  public let fields: [SettingField]

  /// - Parameter reading: what reads such a file; see ``SettingsReader``.
  public init(_ reading: (SettingsReader) -> Void) {
    fields = SettingsReader.fields(of: reading)
  }

  /// The field of that path; several if kinds of feeds share a name; none if there is no such field.
  public func fields(at path: String) -> [SettingField] {
    fields.filter { $0.stands(at: path) }
  }

  /// What a field means, as all kinds that have it say.
  public func summary(of path: String, kind: String?) -> String? {
    let found = fields(at: path)
    return (found.first { $0.kind == kind } ?? found.first)?.summary
  }

  /// Bytes of the longest path that a known one is looked for: more than twice what any known one has, and few
  /// enough that comparing letters, however many accents they bear, takes microseconds.
  package static let comparedLength = 100

  /// Whether a path ends with a name that the show chooses.
  private func isNamedByShow(_ path: String) -> Bool {
    fields.contains { field in
      if case .textsByName = field.form { path.hasPrefix("\(field.path).") } else { false }
    }
  }

  /// The known path that was most likely meant by an unknown one.
  public func nearest(to path: String) -> String? {
    guard path.utf8.count <= Self.comparedLength, !isNamedByShow(path) else { return nil }
    let key = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let candidates = fields.map { field in
      let whole = Spelling.distance(path.lowercased(), field.path.lowercased())
      // The right key in the wrong object is a likely mistake too.
      let last = Spelling.distance(key, field.key.lowercased()) * 2 + 1
      return (field.path, min(whole, last), whole)
    }
    guard let best = candidates.min(by: { ($0.1, $0.2, $0.0) < ($1.1, $1.2, $1.0) }),
      best.1 <= max(1, key.count / 3)
    else { return nil }
    return best.0
  }
}

extension FieldTable {
  /// Every field on a line of its own: path, what it takes, what it means.
  public var overview: [String] {
    let rows = fields.map { field in
      let path = field.kind.map { "\(field.path) (\($0))" } ?? field.path
      return (path, field.form.inWords + (field.isRequired ? ", required" : ""), field.summary)
    }
    let widths = (rows.map(\.0.count).max() ?? 0, min(rows.map(\.1.count).max() ?? 0, 31))
    return rows.map { path, form, summary in
      "\(Self.padded(path, widths.0))  \(Self.padded(form, widths.1))  \(summary)"
    }
  }

  /// Everything about a field; nil if there is no such field.
  public func explanation(of path: String) -> [String]? {
    let found = fields(at: path)
    guard !found.isEmpty else { return nil }
    var lines: [String] = []
    for field in found {
      if !lines.isEmpty { lines.append("") }
      lines += description(of: field)
    }
    return lines
  }

  private func description(of field: SettingField) -> [String] {
    var lines = [field.kind.map { "\(field.path), of the feed \"\($0)\"" } ?? field.path]
    lines.append("  \(field.summary.prefix(1).uppercased())\(field.summary.dropFirst()).")
    if let note = field.note { lines += Self.wrapped(note).map { "  \($0)" } }
    lines.append("  Takes: \(field.form.inWords)\(field.isRequired ? "; required" : "")")
    if let standard = field.standard { lines.append("  Without it: \(standard)") }
    if let example = field.example {
      lines.append("  Example: \"\(field.key)\": \(example.text(width: 1_000).dropLast())")
    }
    let below = fields.filter { [field.path, "\(field.path).*"].contains($0.parent) }
    if !below.isEmpty { lines.append("  Holds: \(Self.unique(below.map(\.path)).joined(separator: ", "))") }
    return lines
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
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

/// How far apart two words are.
package enum Spelling {
  /// Letters to add, drop, change or swap with their neighbour to make one text the other.
  package static func distance(_ one: String, _ other: String) -> Int {
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
