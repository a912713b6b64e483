/// The templates of one folder, parsed, and checked for all that can be known without a model.
///
/// Mustache as its specification says it, with inheritance, and with these differences: a name that
/// the model does not have, a partial that is not there, and a block that the parent does not have
/// are errors; `{{{name}}}` is for `SafeHTML` only and `{{name}}` for all but `SafeHTML`; a template
/// cannot include itself, since types are resolved when it is loaded; there are no lambdas and no
/// dynamic names.
public struct TemplateLibrary: Sendable {
  private let templates: [String: ParsedTemplate]

  /// Parses templates, given by their names: those of their files without `.mustache`.
  public init(sources: [String: String]) throws(TemplateError) {
    var templates: [String: ParsedTemplate] = [:]
    for (name, text) in sources.sorted(by: { $0.key < $1.key }) {
      templates[name] = try Parser.parse(Source(name: name, bytes: Array(text.utf8)))
    }
    try IncludeCheck.check(templates)
    self.templates = templates
  }

  /// Compiles a template for the model it shows. Cost: some time; do it once, at start.
  ///
  /// - Parameter constants: texts by the names that templates give them; they go before the model's values.
  /// - Throws: what is wrong with the names in it, be it in the template itself or in one it includes.
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
}
