import Text

/// Makes a program of a template: resolves every name against the model's type, and puts in place
/// everything that is included.
struct Compiler {
  /// A template as it is included at one place.
  private struct Instance {
    let template: ParsedTemplate
    /// Blocks given from outside, by name, with the instance that wrote each. Those of the outermost
    /// template win.
    var arguments: [String: (block: Block, instance: Instance)] = [:]
    /// The tag that includes it; nil for the template itself.
    var includedAt: (source: Source, tag: TemplateTag)?
  }

  private struct Place {
    let instance: Instance
    let scope: Scope
  }

  private let templates: [String: ParsedTemplate]
  private let constants: [String: Constant]
  private var program = Program()

  static func compile(
    _ template: ParsedTemplate, among templates: [String: ParsedTemplate], for model: Schema,
    constants: [String: Constant]
  ) throws(TemplateError) -> Program {
    var compiler = Compiler(templates: templates, constants: constants)
    let place = Place(instance: Instance(template: template), scope: Scope(model: model))
    try compiler.add(template.nodes, at: place)
    return compiler.program
  }

  private init(templates: [String: ParsedTemplate], constants: [String: Constant]) {
    self.templates = templates
    self.constants = constants
  }

  private mutating func add(_ nodes: [Node], at place: Place) throws(TemplateError) {
    for node in nodes {
      switch node.kind {
      case .text(let text): program.append(literal: text)
      case .value(let name):
        if let constant = constants[name] {
          try add(constant, node.offset, at: place)
        } else {
          try addValue(name, [.text], node.offset, at: place)
        }
      case .html(let name): try addValue(name, [.html], node.offset, at: place)
      case .section(let name, let isInverted, let content):
        if let constant = constants[name] {
          if constant.isEmpty == isInverted { try add(content, at: place) }
        } else {
          let section = try resolve(name, node.offset, at: place)
          try addSection(section, isInverted: isInverted, content, at: place)
        }
      case .include(let include): try add(include, at: place)
      case .block(let block): try add(block, at: place)
      }
    }
  }

  private mutating func addValue(
    _ name: String, _ kinds: [Value.Kind], _ offset: Int, at place: Place
  ) throws(TemplateError) {
    let resolved = try resolve(name, offset, at: place)
    guard let write = resolved.value.write, kinds.contains(resolved.value.kind) else {
      let remedy =
        switch resolved.value.kind {
        case .text: "text, not SafeHTML: use {{\(name)}}"
        case .html: "SafeHTML: use {{{\(name)}}}"
        case let kind: "\(kind.rawValue): use it in a section"
        }
      throw error("\"\(name)\" is \(remedy)", offset, at: place)
    }
    program.append(write: write, frame: resolved.frame)
  }

  private mutating func add(
    _ constant: Constant, _ offset: Int, at place: Place
  ) throws(TemplateError) {
    for piece in constant.pieces {
      switch piece {
      case .text(let text):
        var escaped: [UInt8] = []
        escaped.appendEscaped(text)
        program.append(literal: escaped[...])
      case .value(let name): try addValue(name, [.text, .html], offset, at: place)
      }
    }
  }

  private mutating func addSection(
    _ section: Scope.Resolved, isInverted: Bool, _ content: [Node], at place: Place
  ) throws(TemplateError) {
    let scope = isInverted ? place.scope : place.scope.inside(section)
    let beginning = program.begin()
    try add(content, at: Place(instance: place.instance, scope: scope))
    if !isInverted, let visit = section.value.visit {
      program.end(beginning, forEach: visit, frame: section.frame, newFrame: place.scope.nextFrame)
    } else {
      program.end(beginning, if: section.value.isTrue, is: !isInverted, frame: section.frame)
    }
  }

  private mutating func add(_ include: Include, at place: Place) throws(TemplateError) {
    guard let template = templates[include.name] else {
      throw error("there is no template \"\(include.name)\"", include.tag.start, at: place)
    }
    var instance = Instance(template: template, includedAt: (place.instance.template.source, include.tag))
    for block in include.blocks { instance.arguments[block.name] = (block, place.instance) }
    instance.arguments.merge(place.instance.arguments) { _, outer in outer }
    try add(template.nodes, at: Place(instance: instance, scope: place.scope))
  }

  private mutating func add(_ block: Block, at place: Place) throws(TemplateError) {
    guard let (given, instance) = place.instance.arguments[block.name] else {
      return try add(block.content, at: place)
    }
    try add(given.content, at: Place(instance: instance, scope: place.scope))
    if !given.endsLine { program.append(literal: block.lineEnding) }
  }

  private func resolve(
    _ name: String, _ offset: Int, at place: Place
  ) throws(TemplateError) -> Scope.Resolved {
    do {
      return try place.scope.resolve(name)
    } catch {
      throw self.error(error.reason, offset, at: place)
    }
  }

  private func error(_ message: String, _ offset: Int, at place: Place) -> TemplateError {
    let instance = place.instance
    let reference = instance.includedAt.map { source, tag in
      let place = source.error(at: tag.start, "")
      return " (included at \(place.file):\(place.line):\(place.column))"
    }
    return instance.template.source.error(at: offset, message + (reference ?? ""))
  }
}
