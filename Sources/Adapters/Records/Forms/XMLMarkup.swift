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
    var (text, hasTags) = ("", false)
    for piece in pieces { guard piece.write(to: &text, &hasTags, within: &left) else { return nil } }
    return hasTags ? text : text.replacing("&lt;", with: "<").replacing("&amp;", with: "&")
  }

  private func write(to text: inout String, _ hasTags: inout Bool, within left: inout Int) -> Bool {
    func add(_ part: String) {
      text += part
      left -= part.utf8.count
    }
    switch self {
    case .text(let part): add(Self.escaped(part))
    case .element(let name, let attributes, let pieces):
      let name = XMLName.local(name)
      // Of other elements only the text is kept.
      let isHTML = htmlTagLookup(name) != nil
      if isHTML {
        hasTags = true
        let attributes = attributes.filter { Self.kept.contains($0.name) }.map {
          " \($0.name)=\"\(Self.escaped($0.value).replacing("\"", with: "&quot;"))\""
        }
        add("<\(name)\(attributes.joined())>")
      }
      for piece in pieces { guard piece.write(to: &text, &hasTags, within: &left) else { return false } }
      if isHTML, !Self.empty.contains(name) { add("</\(name)>") }
    }
    return left >= 0
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
      return text
    }
    return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
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
