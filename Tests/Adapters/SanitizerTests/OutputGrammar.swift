/// A strict parser of the sanitizer's output, which shares no code with the sanitizer.
///
/// Every HTML parser reads the accepted grammar the same way: each character has one form, each element has
/// both tags, and none stands where a start or end tag would move, end or repeat another element.
struct OutputGrammar {
  /// A violation of the grammar and its position.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let bytes: [UInt8]
  private let allowed: Set<String>
  private var position = 0
  private var open: [String] = []

  /// The visible text, white space folded.
  private(set) var text = ""
  private var words: [[UInt8]] = [[]]

  private static let inline: Set = [
    "a", "b", "strong", "i", "em", "u", "s", "sub", "sup", "small", "code", "span",
  ]
  private static let blocks: Set = [
    "p", "ul", "ol", "li", "blockquote", "pre", "h3", "h4", "h5", "h6", "dl", "dt", "dd",
  ]
  private static let headings: Set = ["h3", "h4", "h5", "h6"]

  /// Reads all of `bytes`.
  init(_ bytes: [UInt8], level: String) throws(Fault) {
    self.bytes = bytes
    allowed = level == "inline" ? Self.inline : Self.inline.union(Self.blocks).union(["br"])
    guard bytes.count <= 65_536 else { throw Fault(description: "longer than 64 KB") }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw Fault(description: "no UTF-8") }
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        words[words.count - 1].append(contentsOf: try character(inAttribute: false))
      } else if peek(1) == UInt8(ascii: "/") {
        try endTag()
      } else {
        try startTag()
      }
    }
    guard open.isEmpty else { throw fault("<\(open.joined(separator: "><"))> stays open") }
    text = fold()
  }

  private func fault(_ text: String) -> Fault { Fault(description: "at \(position): \(text)") }

  private func peek(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  // MARK: - Tags

  private mutating func name() -> String {
    let name = bytes[position...].prefix { $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 }
    position = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func startTag() throws(Fault) {
    position += 1
    let name = name()
    guard allowed.contains(name) else { throw fault("<\(name)> is not allowed") }
    if name == "a" { try attributes() }
    guard skip(">") else { throw fault("<\(name)> has something more") }
    if name == "br" || Self.blocks.contains(name) { words.append([]) }
    guard name != "br" else { return }
    try checkParents(of: name)
    open.append(name)
    if open.count > 96 { throw fault("deeper than 96") }
    if name == "pre", peek(0) == UInt8(ascii: "\n") { throw fault("a line end after <pre> is lost") }
  }

  private func checkParents(of name: String) throws(Fault) {
    let parent = open.last ?? ""
    if name == "a", open.contains("a") { throw fault("a link in a link") }
    guard Self.blocks.contains(name) else { return }
    if open.contains("p") { throw fault("<\(name)> ends a <p>") }
    if !open.allSatisfy(Self.blocks.contains) { throw fault("<\(name)> in <\(parent)>") }
    let isEnded =
      switch name {
      case "li": parent == "li"
      case "dt", "dd": parent == "dt" || parent == "dd"
      default: Self.headings.contains(name) && Self.headings.contains(parent)
      }
    if isEnded { throw fault("<\(name)> ends a <\(parent)>") }
  }

  private mutating func endTag() throws(Fault) {
    position += 2
    let name = name()
    guard skip(">") else { throw fault("</\(name) has something more") }
    guard open.popLast() == name else { throw fault("</\(name)> closes something else") }
    if Self.blocks.contains(name) { words.append([]) }
  }

  private mutating func attributes() throws(Fault) {
    var address: [UInt8]?
    if skip(" href=\"") { address = try value() }
    if skip(" title=\"") { _ = try value() }
    guard let address else { return }
    guard skip(" rel=\"noopener noreferrer nofollow\"") else { throw fault("a link without rel") }
    guard
      ["http://", "https://", "mailto:"].contains(where: { address.starts(with: $0.utf8) }),
      !address.contains(where: { $0 < 0x20 || $0 == 0x7F }),
      !address.contains(0x20) || address.starts(with: "mailto:".utf8), address != Array("http://".utf8)
    else { throw fault("an address that is not allowed") }
  }

  private mutating func value() throws(Fault) -> [UInt8] {
    var value: [UInt8] = []
    while let byte = peek(0), byte != UInt8(ascii: "\"") {
      value.append(contentsOf: try character(inAttribute: true))
    }
    guard skip("\"") else { throw fault("a value without end") }
    return value
  }

  // MARK: - Characters

  private mutating func character(inAttribute: Bool) throws(Fault) -> [UInt8] {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "&"):
      for (reference, character) in [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}")]
      where skip(reference) {
        return Array(character.utf8)
      }
      if inAttribute, skip("&quot;") { return [UInt8(ascii: "\"")] }
      throw fault("an ampersand that is none")
    case UInt8(ascii: "<"), UInt8(ascii: ">"): throw fault("a bracket that is not written as a reference")
    case ..<0x09, 0x0B..<0x20, 0x7F: throw fault("a control")
    case 0xC2 where peek(1).map { $0 <= 0xA0 } ?? true: throw fault("a control or a no-break space")
    case 0xEF where peek(1) == 0xBF && (peek(2) ?? 0) >= 0xBE: throw fault("a character that is none")
    default:
      position += 1
      return [byte]
    }
  }

  private func fold() -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\u{A0}" }
    return words.map { String(decoding: $0, as: UTF8.self) }
      .flatMap { word in
        // Scalars, not characters: a space may carry a combining mark.
        word.unicodeScalars.split { isSpace(Character($0)) }.map(String.init)
      }
      .joined(separator: " ")
  }
}
