/// A policy made ready: sets of tags instead of names.
struct Rules: Sendable {
  let links: LinkRules
  let rel: [UInt8]

  private let kept: Set<Tag>
  private let linked: Set<Tag>
  private let titled: Set<Tag>

  init(_ policy: Policy, links: Sanitizer.RelativeLinks) {
    self.links = LinkRules(schemes: policy.schemes, links: links)
    rel = Array(policy.rel.utf8)
    func tags(with attribute: String) -> Set<Tag> {
      Set(policy.elements.filter { $0.value.contains(attribute) }.keys.compactMap { Tag($0) })
    }
    kept = Set(policy.elements.keys.compactMap { Tag($0) })
    linked = tags(with: "href")
    titled = tags(with: "title")
  }

  func keeps(_ tag: Tag) -> Bool { kept.contains(tag) }
  func keepsLink(_ tag: Tag) -> Bool { linked.contains(tag) }
  func keepsTitle(_ tag: Tag) -> Bool { titled.contains(tag) }
}
