/// A policy made ready: sets of tags instead of names.
struct Rules: Sendable {
  let links: LinkRules
  let rel: [UInt8]

  private var kept: Tag.Set = []
  private var linked: Tag.Set = []
  private var titled: Tag.Set = []

  init(_ policy: Policy, links: Sanitizer.RelativeLinks) {
    self.links = LinkRules(schemes: policy.schemes, links: links)
    rel = Array(policy.rel.utf8)
    for (element, attributes) in policy.elements {
      let tag = TagName(element.utf8).tag
      kept.insert(tag)
      if attributes.contains("href") { linked.insert(tag) }
      if attributes.contains("title") { titled.insert(tag) }
    }
  }

  func keeps(_ tag: Tag) -> Bool { kept.contains(tag) }
  func keepsLink(_ tag: Tag) -> Bool { linked.contains(tag) }
  func keepsTitle(_ tag: Tag) -> Bool { titled.contains(tag) }

  /// Whether the policy keeps the element as part of a line.
  func keepsInline(_ name: TagName) -> Bool {
    keeps(name.tag) && name.tag != .br && !name.kinds.contains(.block)
  }

  /// Whether the policy keeps the element as a block.
  func keepsBlock(_ name: TagName) -> Bool { keeps(name.tag) && name.kinds.contains(.block) }
}
