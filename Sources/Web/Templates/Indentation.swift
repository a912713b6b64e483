/// Works out which blanks all the lines of a piece of template begin with.
struct Indentation {
  private(set) var common: ArraySlice<UInt8>?

  init(of nodes: [Node]) {
    add(nodes)
  }

  private mutating func add(_ nodes: [Node]) {
    for (index, node) in nodes.enumerated() {
      switch node.kind {
      case .line(let indentation):
        if !isBlankLine(at: index, in: nodes) { add(indentation) }
      case .section(_, _, let content): add(content)
      case .include(let include):
        if let indentation = include.standaloneIndentation { add(indentation) }
      case .block(let block):
        if block.isStandalone, let indentation = block.indentation { add(indentation) }
        add(block.content)
      case .text, .value, .html: break
      }
    }
  }

  private mutating func add(_ indentation: ArraySlice<UInt8>) {
    guard let known = common else { return common = indentation }
    let shared = zip(known, indentation).prefix { $0 == $1 }.count
    common = known.prefix(shared)
  }

  private func isBlankLine(at index: Int, in nodes: [Node]) -> Bool {
    guard index + 1 < nodes.count, case .text(let text) = nodes[index + 1].kind else { return false }
    return text.allSatisfy { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }
}
