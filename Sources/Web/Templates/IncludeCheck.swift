/// Checks what templates say of each other: that all they include exist, that none includes itself,
/// and that every block given to a parent has its place there.
struct IncludeCheck {
  private enum Progress {
    case open
    case done(blocks: Set<String>)
  }

  private let templates: [String: ParsedTemplate]
  private var progress: [String: Progress] = [:]

  static func check(_ templates: [String: ParsedTemplate]) throws(TemplateError) {
    var check = IncludeCheck(templates)
    for (_, template) in templates.sorted(by: { $0.key < $1.key }) {
      _ = try check.visit(template)
    }
  }

  private init(_ templates: [String: ParsedTemplate]) {
    self.templates = templates
  }

  /// - Returns: the names of the blocks in the template and in all it includes.
  private mutating func visit(_ template: ParsedTemplate) throws(TemplateError) -> Set<String> {
    let source = template.source
    if case .done(let blocks) = progress[source.name] { return blocks }
    progress[source.name] = .open
    var blocks = template.blocks
    for reference in template.includes {
      guard let included = templates[reference.name] else {
        throw source.error(at: reference.offset, "there is no template \"\(reference.name)\"")
      }
      if case .open = progress[reference.name] {
        throw source.error(
          at: reference.offset,
          "\(reference.description) includes itself, which templates resolved at load cannot")
      }
      let offered = try visit(included)
      for block in reference.blocks where !offered.contains(block.name) {
        throw source.error(at: block.offset, "\(included.source.file) has no block {{$\(block.name)}}")
      }
      blocks.formUnion(offered)
    }
    progress[source.name] = .done(blocks: blocks)
    return blocks
  }
}
