import CLibXML2

/// The content of an element in its order: texts and elements.
indirect enum XMLMarkup {
  case text(String)
  case element(name: String, attributes: [(name: String, value: String)], pieces: [XMLMarkup])

  /// Attributes that are kept.
  private static let kept: Set<String> = ["href", "src", "alt", "title"]
  /// Elements without an end tag.
  private static let empty: Set<String> = ["br", "hr", "img", "wbr"]

  /// The text of some pieces, as HTML if they have elements of HTML; nil if it is longer than a number of bytes.
  static func text(of pieces: [XMLMarkup], within left: inout Int) -> String? {
    var text = ""
    let isHTML = hasTags(pieces, within: &left)
    for piece in pieces { guard piece.write(to: &text, isHTML: isHTML, within: &left) else { return nil } }
    return text
  }

  /// Whether a name is one of HTML's elements. Of others only the text is kept.
  private static func isTag(_ name: String) -> Bool { htmlTagLookup(XMLName.local(name)) != nil }

  /// - Parameter left: each piece that is looked at counts as a byte.
  private static func hasTags(_ pieces: [XMLMarkup], within left: inout Int) -> Bool {
    for case .element(let name, _, let pieces) in pieces {
      left -= 1
      if left < 0 || isTag(name) || hasTags(pieces, within: &left) { return true }
    }
    return false
  }

  private func write(to text: inout String, isHTML: Bool, within left: inout Int) -> Bool {
    let before = text.utf8.count
    switch self {
    case .text(let part):
      if isHTML { Self.escape(part, to: &text) } else { text += part }
    case .element(let name, let attributes, let pieces):
      let local = Self.isTag(name) ? XMLName.local(name) : nil
      if let local {
        text += "<\(local)"
        for (name, value) in attributes where Self.kept.contains(name) {
          text += " \(name)=\""
          Self.escape(value, to: &text)
          text += "\""
        }
        text += ">"
      }
      left -= text.utf8.count - before + 1
      for piece in pieces {
        guard piece.write(to: &text, isHTML: isHTML, within: &left) else { return false }
      }
      if let local, !Self.empty.contains(local) { text += "</\(local)>" }
      return left >= 0
    }
    left -= text.utf8.count - before
    return left >= 0
  }

  private static func escape(_ part: String, to text: inout String) {
    var rest = part.utf8[...]
    while let mark = rest.firstIndex(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x22 }) {
      text += part[rest.startIndex..<mark]
      text += rest[mark] == 0x26 ? "&amp;" : rest[mark] == 0x3C ? "&lt;" : "&quot;"
      rest = rest[rest.index(after: mark)...]
    }
    text += part[rest.startIndex...]
  }
}

/// Names that the tree of an XML document has beside those of its elements and attributes.
enum XMLName {
  static let text = "#text"
  static let link = "link"
  static let relation = "@rel"
  static let address = "@href"
  /// The title of the folder that a record is in.
  static let folder = "@folder"

  /// A name without the prefix of its namespace.
  static func local(_ name: String) -> String {
    name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// The part of a name that says what the field is: `Height` of `Data@Height`, `title` of `dc:title` and of
  /// `http://purl.org/dc/terms/title`.
  static func specific(_ name: String) -> String {
    guard name.contains(where: { $0 == "@" || $0 == ":" }), !name.hasPrefix("link@") else { return name }
    if let sign = name.dropFirst().firstIndex(of: "@") { return String(name[name.index(after: sign)...]) }
    if name.contains("://") { return String(name.split { $0 == "/" || $0 == "#" }.last ?? "") }
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isPrefixed =
      parts.count == 2 && !parts[1].isEmpty && !parts[1].contains(" ")
      && parts[0].drop { $0 == "@" }.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    return isPrefixed ? (name.hasPrefix("@") ? "@" : "") + parts[1] : name
  }
}
