/// A policy made ready: what to keep by tag instead of by name.
struct Rules: Sendable {
  let links: LinkRules
  let rel: [UInt8]

  /// What each tag keeps; nil if it is not kept itself.
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
