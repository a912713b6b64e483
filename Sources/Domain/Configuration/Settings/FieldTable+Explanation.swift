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
