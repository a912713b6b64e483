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
