import CLibXML2
import JSON
import Text

/// Reads one element as a tree of values.
///
/// An element is also added under its own name and that of a name-like attribute, such as `Data@Height` for
/// `<Data name="Height"><value>21</value></Data>` or `link@alternate`. The `#text` of an element with texts between
/// elements is all of its text, with the tags that HTML has.
struct XMLElement {
  private let reader: XMLReader
  private var (values, size) = (0, 0)
  /// Bytes of markup that were written.
  private var written = 0

  init(_ reader: XMLReader) {
    self.reader = reader
  }

  /// The current element, to its end. libxml2 limits the nesting to 256.
  mutating func read(_ name: String, isEmpty: Bool) throws(RecordsError) -> JSONValue {
    (values, size, written) = (0, 0, 0)
    return try element(name, isEmpty: isEmpty, isRecord: true).value
  }

  /// - Returns: the element, and its markup: of an element that HTML does not have, that of its content.
  private mutating func element(
    _ name: String, isEmpty: Bool, isRecord: Bool = false
  ) throws(RecordsError) -> (value: JSONValue, markup: String?) {
    var members: [String: JSONValue] = [:]
    let attributes = reader.attributes()
    for (name, value) in attributes {
      try count(value)
      members["@\(name)"] = .string(value)
    }
    let isMarkup = reader.isMarkup
    var text = ""
    var markup = isRecord ? nil : ""
    // Others use the names of HTML's elements too; those count only within a text.
    var hasXHTML = false
    children: while !isEmpty, let node = try reader.next() {
      switch node {
      case .start(let name, let isEmpty):
        try count(name)
        hasXHTML = hasXHTML || reader.isXHTML
        let child = try element(name, isEmpty: isEmpty)
        if let inner = child.markup { markup? += inner } else { markup = nil }
        add(child.value, name, to: &members)
      case .text(let piece):
        try count(piece)
        text += piece
        markup? += Self.escaped(piece)
      case .end: break children
      }
      if let bytes = markup?.utf8.count, bytes + written > RecordLimits.record.bytes { markup = nil }
    }
    written += markup?.utf8.count ?? 0
    let own = isMarkup ? markup.map { Self.tag(XMLName.local(name), attributes, around: $0) } : markup
    let trimmed = text.trimmed
    if members.isEmpty { return (.string(trimmed), own) }
    let isMixed = hasXHTML || !trimmed.isEmpty && members.keys.contains { !$0.hasPrefix("@") }
    if isMixed, let markup {
      // Without a tag it is plain text.
      let isPlain = !markup.utf8.contains(UInt8(ascii: "<"))
      members[XMLName.text] = .string(isPlain ? Self.unescaped(markup).trimmed : markup.trimmed)
    } else if !trimmed.isEmpty {
      members[XMLName.text] = .string(trimmed)
    }
    return (.object(members), own)
  }

  /// Adds an element; several of one name become a list.
  private func add(_ value: JSONValue, _ name: String, to members: inout [String: JSONValue]) {
    append(value, name, to: &members)
    if name == XMLName.link, value[XMLName.address] != nil {
      let relation = "\(name)@\(value[XMLName.relation]?.string ?? "alternate")"
      if members[relation] == nil { members[relation] = value }
    } else if let (key, value) = Self.pair(value) {
      let text =
        XMLName.local(name) == "subfield"
        ? value.string.map { JSONValue.string(LibraryFields.plain($0)) } : nil
      append(text ?? value, "\(name)@\(key)", to: &members)
    }
  }

  private func append(_ value: JSONValue, _ name: String, to members: inout [String: JSONValue]) {
    switch members[name] {
    case nil: members[name] = value
    case .array(var values)?:
      // The only reference is appended to.
      members[name] = nil
      values.append(value)
      members[name] = .array(values)
    case let first?: members[name] = .array([first, value])
    }
  }

  // MARK: Names and values

  private static let keys = ["@name", "@key", "@k", "@tag", "@code", "@property"]
  /// Attributes that say more about the value.
  private static let others: Set<String> = [
    "@type", "@ind1", "@ind2", "@xml:lang", "@lang", "@datatype", "@xsi:type", "@id", "@uiname",
  ]
  private static let valueAttributes = ["@v", "@value", "@content"]
  private static let valueElements: Set<String> = [
    "value", "uri", "literal", "bnode", "str", "int", "float", "date", "string",
  ]
  /// Letters of a name.
  private static let keyLength = 80

  /// The name and the value of an element that is nothing but these.
  private static func pair(_ element: JSONValue) -> (key: String, value: JSONValue)? {
    guard case .object(var members) = element, let name = keys.first(where: { members[$0] != nil }),
      let key = members.removeValue(forKey: name)?.string?.trimmed, !key.isEmpty, key.count <= keyLength
    else { return nil }
    let inner = members.filter { !others.contains($0.key) }
    if inner.count == 1, let (child, value) = inner.first {
      return child == XMLName.text || valueAttributes.contains(child) || valueElements.contains(child)
        ? (key, value) : nil
    }
    // Parts that have names themselves, such as the subfields of a library's record.
    let parts = inner.filter { $0.key.contains("@") && !$0.key.hasPrefix("@") && !$0.key.hasPrefix("link@") }
    return parts.isEmpty || inner.keys.contains { $0.hasPrefix("@") } ? nil : (key, .object(parts))
  }

  // MARK: Markup

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
      return text
    }
    return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&amp;", with: "&")
  }

  private static let kept: Set<String> = ["href", "src", "alt", "title"]

  private static func tag(
    _ name: String, _ attributes: [(name: String, value: String)], around inner: String
  ) -> String {
    let attributes = attributes.filter { kept.contains($0.name) }.map {
      " \($0.name)=\"\(escaped($0.value).replacing("\"", with: "&quot;"))\""
    }
    let start = "<\(name)\(attributes.joined())>"
    return ["br", "hr", "img", "wbr"].contains(name) ? start : "\(start)\(inner)</\(name)>"
  }

  private mutating func count(_ text: String) throws(RecordsError) {
    values += 1
    size += text.utf8.count
    guard values <= RecordLimits.record.values, size <= RecordLimits.record.bytes else {
      throw RecordsError(
        "a record holds more than \(RecordLimits.record.values) values or "
          + "\(RecordLimits.record.bytes >> 20) MB of text", line: reader.line)
    }
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
