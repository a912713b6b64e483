import Catalogs

/// The first entries of a new show, for its owner to check that they are the right ones.
struct NewShowPreview {
  let catalog: Catalog
  /// The hosts from which the show would fetch pictures.
  let hosts: [String]

  var lines: [String] {
    var lines = catalog.entries.prefix(6).map { entry in
      let picture = entry.picture == nil ? "no picture" : "picture"
      return "  \(Self.cut(entry.title, 30, padded: true))  \(Self.cut(picture, 10, padded: true))  "
        + Self.cut(entry.subtitle ?? Self.firstLine(entry.text), 52)
    }
    if catalog.entries.count > 6 { lines.append("  … and \(catalog.entries.count - 6) more") }
    if !hosts.isEmpty { lines.append("pictures come from \(hosts.joined(separator: ", "))") }
    return lines
  }

  private static func firstLine(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }

  /// The text without what a terminal would interpret, cut to that many letters.
  private static func cut(_ text: String, _ width: Int, padded: Bool = false) -> String {
    let letters = text.filter { $0.unicodeScalars.allSatisfy { !isCommand($0) } }
    let shown = letters.count <= width ? letters : letters.prefix(width - 1) + "…"
    return padded ? shown + String(repeating: " ", count: width - shown.count) : shown
  }

  /// Whether a terminal may interpret it instead of showing it.
  private static func isCommand(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
