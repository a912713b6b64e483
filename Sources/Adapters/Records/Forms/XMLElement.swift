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
  /// Bytes of markup that may still be written.
  private var markupLeft = 0

  /// Whether a record ends where a part of it begins that is a record too, as those of archives do; and that part.
  var endsAtComponent = false
  var component: (name: String, isEmpty: Bool)?

  init(_ reader: XMLReader) {
    self.reader = reader
  }

  /// The current element, to its end. libxml2 limits the nesting to 256.
  mutating func read(_ name: String, isEmpty: Bool) throws(RecordsError) -> JSONValue {
    markupLeft = RecordLimits.record.bytes
    return try element(name, isEmpty: isEmpty, isRecord: true).value
  }

  /// - Returns: the element, and its pieces.
  private mutating func element(
    _ name: String, isEmpty: Bool, isRecord: Bool = false
  ) throws(RecordsError) -> (value: JSONValue, piece: XMLMarkup) {
    var members: [String: JSONValue] = [:]
    let attributes = reader.attributes()
    for (name, value) in attributes { members["@\(name)"] = .string(value) }
    var text = ""
    var pieces: [XMLMarkup] = []
    // Others use the names of HTML's elements too; those count only within a text.
    var (hasXHTML, hasElements) = (false, false)
    children: while !isEmpty, let node = try reader.next() {
      switch node {
      case .start(let name, let isEmpty) where isRecord && endsAtComponent && XMLFolders.isComponent(name):
        component = (name, isEmpty)
        break children
      case .start(let name, let isEmpty):
        hasXHTML = hasXHTML || reader.isXHTML
        hasElements = true
        let child = try element(name, isEmpty: isEmpty)
        if !isRecord { pieces.append(child.piece) }
        add(child.value, name, to: &members)
      case .text(let piece):
        text += piece
        if !isRecord { pieces.append(.text(piece)) }
      case .end: break children
      }
    }
    let whole = XMLMarkup.element(name: name, attributes: attributes, pieces: pieces)
    let trimmed = text.trimmed
    if members.isEmpty { return (.string(trimmed), whole) }
    let isLinkedTitle = members["a"] != nil && XMLName.local(name) == "title"
    let isMixed = hasXHTML || hasElements && (!trimmed.isEmpty || isLinkedTitle)
    if isMixed, !isRecord, let markup = XMLMarkup.text(of: pieces, within: &markupLeft) {
      members[XMLName.text] = .string(markup.trimmed)
    } else if !trimmed.isEmpty {
      members[XMLName.text] = .string(trimmed)
    }
    return (.object(members), whole)
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
        ? value.string.map { JSONValue.string(Self.heading($0)) } : nil
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

  /// Attributes that name a value, those that say more about it, and the places of values.
  static let keys = ["@name", "@key", "@k", "@tag", "@code", "@property"]
  private static let others: Set = [
    "@type", "@ind1", "@ind2", "@xml:lang", "@lang", "@datatype", "@xsi:type", "@id", "@uiname",
  ]
  private static let values: Set = [
    "@v", "@value", "@content", "value", "uri", "literal", "bnode", "str", "int", "float", "date",
    "string",
  ]
  /// Elements that hold nothing but names and values, and those for programs or about the look of a map.
  static let generalNames: Set = [
    "data", "simpledata", "tag", "field", "property", "attribute", "param", "meta", "binding",
    "datafield", "subfield", "controlfield", "str", "int", "arr", "date", "extra", "custom",
  ]
  static let technicalNames: Set = [
    "etag", "__typename", "node_id", "_score", "LookAt", "Camera", "Style", "StyleMap", "styleUrl",
    "altitudeMode", "tessellate", "extrude", "visibility", "nd", "@changeset", "@uid",
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
      return child == XMLName.text || values.contains(child)
        ? (key, value) : nil
    }
    // Parts that have names themselves, such as the subfields of a library's record.
    let parts = inner.filter { $0.key.contains("@") && !$0.key.hasPrefix("@") && !$0.key.hasPrefix("link@") }
    return parts.isEmpty || inner.keys.contains { $0.hasPrefix("@") } ? nil : (key, .object(parts))
  }

  /// A text without the punctuation that separates it from the next field on a printed card.
  private static func heading(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, "/:;,= ".contains(last) { text.removeLast() }
    // The period of a heading, unlike that of an initial.
    let word = text.dropLast().reversed().prefix { $0.isLetter || $0.isNumber }
    if text.last == ".", text.count <= 60, word.count > 2 { text.removeLast() }
    return String(text)
  }
}
