/// One source's nodes, and what it takes from and offers to the library's other templates.
struct ParsedTemplate: Sendable {
  /// A partial or parent tag.
  struct Reference: Sendable {
    let name: String
    let offset: Int
    let isParent: Bool
    /// The blocks given to a parent, as they come in the source.
    let blocks: [(name: String, offset: Int)]

    var description: String { "{{\(isParent ? "<" : ">")\(name)}}" }
  }

  let source: Source
  let nodes: [Node]
  let includes: [Reference]
  /// The names of all block tags.
  let blocks: Set<String>
}
