/// The elements, attributes and link schemes that are kept of untrusted HTML.
///
/// A level is chosen by its name and cannot be widened; all differences between levels are below.
public struct Policy: Sendable {
  public let name: String

  /// The attributes that each allowed element may keep.
  let elements: [String: [String]]

  /// Lower-case schemes that a link may have.
  let schemes: [String]

  /// The `rel` that every link gets.
  let rel: String
}

extension Policy {
  /// Paragraphs, lists, quotations, headings of the lower ranks, and everything in ``inline``.
  public static let description = Policy(
    name: "description",
    elements: inline.elements.merging(
      [
        "p": [], "br": [], "ul": [], "ol": [], "li": [], "blockquote": [], "pre": [],
        "h3": [], "h4": [], "h5": [], "h6": [], "dl": [], "dt": [], "dd": [],
      ], uniquingKeysWith: { $1 }),
    schemes: inline.schemes,
    rel: inline.rel)

  /// Emphasis and links within a line: no blocks, no line breaks.
  public static let inline = Policy(
    name: "inline",
    elements: [
      "b": [], "strong": [], "i": [], "em": [], "u": [], "s": [],
      "sub": [], "sup": [], "small": [], "code": [], "span": [], "a": ["href", "title"],
    ],
    schemes: ["http", "https", "mailto"],
    rel: "noopener noreferrer nofollow")

  private static let levels = [description, inline]

  /// The names that ``level(named:)`` knows.
  public static let names = levels.map(\.name)

  public static func level(named name: String) -> Policy? {
    levels.first { $0.name == name }
  }
}

/// A policy compiled for the writer: attributes by tag, schemes and `rel` as bytes.
struct Rules: Sendable {
  let links: LinkRules
  let rel: [UInt8]

  /// The attributes that each tag keeps; nil if the tag is left out.
  private var attributes = [[String]?](repeating: nil, count: Tag.allCases.count)

  init(_ policy: Policy, links: Sanitizer.RelativeLinks) {
    self.links = LinkRules(schemes: policy.schemes, links: links)
    rel = Array(policy.rel.utf8)
    for (element, names) in policy.elements {
      if let tag = Tag(element.utf8) { attributes[Int(tag.rawValue)] = names }
    }
  }

  func keeps(_ tag: Tag) -> Bool { attributes[Int(tag.rawValue)] != nil }

  func keeps(_ attribute: String, of tag: Tag) -> Bool {
    attributes[Int(tag.rawValue)]?.contains(attribute) ?? false
  }
}

/// The elements that the sanitizer distinguishes; the tags of all others are left out.
enum Tag: UInt8, CaseIterable {
  case a, b, code, em, i, s, small, strong, u, span, sub, sup
  case br, hr
  case p, li, dd, dt, caption, table, tbody, td, tfoot, th, thead, tr
  case blockquote, div, dl, h1, h2, h3, h4, h5, h6, ol, pre, ul
  case applet, audio, canvas, object, template, video, math, select, svg
  case iframe, noembed, noframes, noscript, plaintext, script, style, textarea, title, xmp

  enum Kind {
    /// Part of a line.
    case inline
    /// Without content.
    case void
    case block
    /// Dropped with its content.
    case dropped
  }

  var kind: Kind {
    switch rawValue {
    case ...Tag.sup.rawValue: .inline
    case ...Tag.hr.rawValue: .void
    case ...Tag.ul.rawValue: .block
    default: .dropped
    }
  }

  var isCell: Bool { self == .td || self == .th }
  var isHeading: Bool { (Tag.h1.rawValue...Tag.h6.rawValue).contains(rawValue) }

  private static let names = allCases.map { Array("\($0)".utf8) }

  /// The name in lower case.
  var name: [UInt8] { Self.names[Int(rawValue)] }

  // MARK: - Names

  /// - Parameter name: A name in any case; names with the same meaning here share one tag.
  init?(_ name: some Sequence<UInt8>) {
    guard let tag = Self.named[Self.key(name)] else { return nil }
    self = tag
  }

  /// A name in lower case as one number. No known name is longer than 16 bytes, so a longer one equals none.
  private static func key(_ name: some Sequence<UInt8>) -> UInt128 {
    name.reduce(0) { $0 << 8 | UInt128($1.asciiLowercased) }
  }

  private static let named: [UInt128: Tag] = {
    let blocks = [
      "address", "article", "aside", "center", "details", "dialog", "dir", "fieldset", "figcaption", "figure",
      "footer", "form", "frameset", "header", "hgroup", "listing", "main", "menu", "nav", "search", "section",
      "summary",
    ]
    let names = allCases.map { ("\($0)", $0) } + blocks.map { ($0, Tag.div) }
    return Dictionary(uniqueKeysWithValues: names.map { (key($0.utf8), $1) })
  }()
}
