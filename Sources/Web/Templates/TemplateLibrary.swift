@_spi(TrustedMarkup) public import Text

/// A text that is known when a template is compiled; it may hold values of the model at that place.
///
/// Named in a template like a value, `{{words.search}}`; a section about it is decided when the
/// template is compiled. Rendering costs what the values in it cost, and nothing more.
public struct Constant: Sendable, Hashable {
  /// A part of a constant.
  public enum Piece: Sendable, Hashable {
    case text(String)
    /// A value of the model by its name: text, or `SafeHTML` as it is.
    case value(String)
  }

  let pieces: [Piece]

  public init(_ pieces: [Piece]) {
    self.pieces = pieces
  }

  /// A text alone.
  public init(_ text: String) {
    self.init(text.isEmpty ? [] : [.text(text)])
  }

  var isEmpty: Bool { pieces.isEmpty }
}

/// The templates of one folder, parsed, and checked for all that can be known without a model.
///
/// A part of Mustache: values, sections, partials, and parents with blocks. A name that the model
/// does not have, a partial that is not there, and a block that the parent does not have are errors;
/// `{{{name}}}` is for `SafeHTML` only and `{{name}}` for all but `SafeHTML`; a template cannot include
/// itself, since types are resolved when it is loaded. There are no comments, no delimiters of one's own and no
/// `{{&name}}`, and partials and blocks pass on no indentation.
public struct TemplateLibrary: Sendable {
  private let templates: [String: ParsedTemplate]

  /// Parses templates, given by their names: those of their files without `.mustache`.
  public init(sources: [String: String]) throws(TemplateError) {
    var templates: [String: ParsedTemplate] = [:]
    for (name, text) in sources.sorted(by: { $0.key < $1.key }) {
      templates[name] = try Parser.parse(Source(name: name, bytes: Array(text.utf8)))
    }
    self.templates = templates
    var blocks: [String: Set<String>?] = [:]
    for name in templates.keys.sorted() { _ = try check(name, &blocks) }
  }

  /// Compiles a template for the model it shows. Cost: some time; do it once, at start.
  ///
  /// - Parameter constants: texts by the names that templates give them; they go before the model's values.
  /// - Throws: the fault of a name in it, be it in the template itself or in one it includes.
  public func template<Model: Renderable>(
    _ name: String, for model: Model.Type, constants: [String: Constant] = [:]
  ) throws(TemplateError) -> Template<Model> {
    guard let template = templates[name] else {
      throw Source(name: name, bytes: []).error(at: 0, "there is no template of this name")
    }
    return Template(
      program: try Compiler.compile(
        template, among: templates, for: Schema(of: model), constants: constants))
  }

  /// Checks that all that a template includes exists, that none includes itself, and that every block
  /// given to a parent has its place there.
  ///
  /// - Parameter blocks: results by template; nil while a template is being checked.
  /// - Returns: the names of the blocks in the template and in all it includes.
  private func check(
    _ name: String, _ blocks: inout [String: Set<String>?]
  ) throws(TemplateError) -> Set<String> {
    guard let template = templates[name] else { return [] }
    if case .some(.some(let known)) = blocks[name] { return known }
    blocks.updateValue(nil, forKey: name)
    var found = template.blocks
    for include in template.includes {
      func fault(_ message: String, at offset: Int? = nil) -> TemplateError {
        template.source.error(at: offset ?? include.tag.start, message)
      }
      guard templates[include.name] != nil else { throw fault("there is no template \"\(include.name)\"") }
      if case .some(nil) = blocks[include.name] {
        throw fault("\(include.tag.description) includes itself, which templates resolved at load cannot")
      }
      let offered = try check(include.name, &blocks)
      for block in include.blocks where !offered.contains(block.name) {
        throw fault("\(include.name).mustache has no block {{$\(block.name)}}", at: block.offset)
      }
      found.formUnion(offered)
    }
    blocks[name] = found
    return found
  }
}

/// A template compiled for one model; cheap to copy, and any number of threads may render it at once.
public struct Template<Model: Renderable>: Sendable {
  private let program: Program

  init(program: Program) {
    self.program = program
  }

  /// Appends the page's bytes. Cannot fail.
  public func render(_ model: Model, into buffer: inout [UInt8]) {
    withUnsafePointer(to: model) { program.run(on: UnsafeRawPointer($0), into: &buffer) }
  }

  public func render(_ model: Model) -> SafeHTML {
    var buffer: [UInt8] = []
    render(model, into: &buffer)
    return SafeHTML(trusted: buffer)
  }
}
