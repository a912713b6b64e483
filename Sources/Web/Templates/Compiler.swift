import Text

/// Makes a program of a template: resolves every name against the model's type, and puts in place
/// what is included.
struct Compiler {
  /// A template as it is included at one place.
  private struct Instance {
    let template: ParsedTemplate
    /// Blocks given from outside, by name. Those of the outermost template win.
    let arguments: [String: Argument]
    /// Where the tag stands that includes it; nil for the template itself.
    let includedAt: (source: Source, offset: Int)?
  }

  private struct Argument {
    let block: Block
    /// Where it was written, and whose arguments it sees.
    let instance: Instance
  }

  private struct Surroundings {
    let instance: Instance
    var stack: ContextStack
    /// The frame that the next section to open one may use.
    var nextFrame = 1
    /// Put at the start of each line.
    var indentation: [UInt8] = []
    /// How many of a line's own blanks are left out.
    var dedent = 0

    func lineStart(_ blanks: ArraySlice<UInt8>) -> [UInt8] {
      indentation + blanks.dropFirst(dedent)
    }
  }

  private let templates: [String: ParsedTemplate]
  private let constants: [String: Constant]
  private var program = Program()

  static func compile(
    _ template: ParsedTemplate, among templates: [String: ParsedTemplate], for model: Schema,
    constants: [String: Constant]
  ) throws(TemplateError) -> Program {
    var compiler = Compiler(templates, constants)
    let instance = Instance(template: template, arguments: [:], includedAt: nil)
    try compiler.add(
      template.nodes, in: Surroundings(instance: instance, stack: ContextStack(model: model)))
    return compiler.program
  }

  private init(_ templates: [String: ParsedTemplate], _ constants: [String: Constant]) {
    self.templates = templates
    self.constants = constants
  }

  private mutating func add(_ nodes: [Node], in place: Surroundings) throws(TemplateError) {
    for node in nodes {
      switch node.kind {
      case .line(let blanks): program.append(literal: place.lineStart(blanks)[...])
      case .text(let text): program.append(literal: text)
      case .value(let name):
        if let constant = constants[name] {
          try add(constant, at: node.offset, in: place)
          continue
        }
        let resolved = try resolve(name, at: node.offset, in: place)
        guard case .text(let write, _) = resolved.value else {
          throw misuse(of: resolved.value, name, at: node.offset, in: place)
        }
        program.append(write: write, frame: resolved.frame)
      case .html(let name):
        let resolved = try resolve(name, at: node.offset, in: place)
        guard case .html(let write, _) = resolved.value else {
          throw misuse(of: resolved.value, name, at: node.offset, in: place)
        }
        program.append(write: write, frame: resolved.frame)
      case .section(let name, let isInverted, let content):
        if let constant = constants[name] {
          if constant.isEmpty == isInverted { try add(content, in: place) }
          continue
        }
        let resolved = try resolve(name, at: node.offset, in: place)
        try addSection(resolved, isInverted: isInverted, content, in: place)
      case .include(let include): try add(include, at: node.offset, in: place)
      case .block(let block): try add(block, in: place)
      }
    }
  }

  private mutating func add(
    _ constant: Constant, at offset: Int, in place: Surroundings
  ) throws(TemplateError) {
    for piece in constant.pieces {
      switch piece {
      case .text(let text):
        var escaped: [UInt8] = []
        escaped.appendEscaped(text)
        program.append(literal: escaped[...])
      case .value(let name):
        let resolved = try resolve(name, at: offset, in: place)
        switch resolved.value {
        case .text(let write, _), .html(let write, _): program.append(write: write, frame: resolved.frame)
        default: throw misuse(of: resolved.value, name, at: offset, in: place)
        }
      }
    }
  }

  private mutating func addSection(
    _ resolved: ContextStack.Resolved, isInverted: Bool, _ content: [Node], in place: Surroundings
  ) throws(TemplateError) {
    let (value, frame) = (resolved.value, resolved.frame)
    var inside = place
    let beginning: Int
    switch value {
    case _ where isInverted:
      beginning = program.begin(value.isTrue, wanted: false, frame: frame)
    case .text, .html, .flag:
      beginning = program.begin(value.isTrue, wanted: true, frame: frame)
      inside.stack = place.stack.pushing(resolved)
    case .object(let visit, _, let schema), .list(let visit, _, let schema):
      beginning = program.begin(visit, frame: frame, newFrame: place.nextFrame)
      inside.stack = place.stack.pushing(schema(), frame: place.nextFrame)
      inside.nextFrame += 1
    case .texts(let visit, _):
      beginning = program.begin(visit, frame: frame, newFrame: place.nextFrame)
      inside.stack = place.stack.pushing(.init(value: .element, frame: place.nextFrame))
      inside.nextFrame += 1
    }
    try add(content, in: inside)
    program.end(beginning)
  }

  private mutating func add(
    _ include: Include, at offset: Int, in place: Surroundings
  ) throws(TemplateError) {
    guard let template = templates[include.name] else {
      throw error("there is no template \"\(include.name)\"", at: offset, in: place)
    }
    let given = include.blocks.mapValues { Argument(block: $0, instance: place.instance) }
    let instance = Instance(
      template: template,
      arguments: given.merging(place.instance.arguments) { _, outer in outer },
      includedAt: (place.instance.template.source, offset))
    let indentation = include.standaloneIndentation.map(place.lineStart) ?? []
    try add(
      template.nodes,
      in: Surroundings(
        instance: instance, stack: place.stack, nextFrame: place.nextFrame, indentation: indentation))
  }

  private mutating func add(_ block: Block, in place: Surroundings) throws(TemplateError) {
    guard let argument = place.instance.arguments[block.name] else {
      return try add(block.content, in: place)
    }
    let given = argument.block
    var content = given.content[...]
    var inside = Surroundings(instance: argument.instance, stack: place.stack, nextFrame: place.nextFrame)
    inside.dedent = given.commonIndentation?.count ?? 0
    let own = block.indentation.map(place.lineStart) ?? place.indentation
    inside.indentation = own
    if block.isStandalone {
      inside.indentation = block.commonIndentation.map(place.lineStart) ?? own
      if !given.startsLine, !content.isEmpty { program.append(literal: inside.indentation[...]) }
    } else if given.startsLine, case .line(let blanks) = content.first?.kind {
      program.append(literal: blanks.dropFirst(inside.dedent))
      content = content.dropFirst()
    }
    try add(Array(content), in: inside)
    if !given.endsLine { program.append(literal: block.standaloneEnding) }
  }

  private func resolve(
    _ name: String, at offset: Int, in place: Surroundings
  ) throws(TemplateError) -> ContextStack.Resolved {
    do {
      return try place.stack.resolve(name)
    } catch {
      throw self.error(error.reason, at: offset, in: place)
    }
  }

  private func misuse(
    of value: Value, _ name: String, at offset: Int, in place: Surroundings
  ) -> TemplateError {
    let remedy =
      switch value {
      case .text: "text, not SafeHTML: use {{\(name)}}"
      case .html: "SafeHTML: use {{{\(name)}}}"
      case .flag, .object, .list, .texts: "\(value.typeName): use it in a section"
      }
    return error("\"\(name)\" is \(remedy)", at: offset, in: place)
  }

  private func error(_ message: String, at offset: Int, in place: Surroundings) -> TemplateError {
    let instance = place.instance
    var message = message
    if let (source, offset) = instance.includedAt {
      let tag = source.error(at: offset, "")
      message += " (included at \(tag.file):\(tag.line):\(tag.column))"
    }
    return instance.template.source.error(at: offset, message)
  }
}
