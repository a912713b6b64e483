/// A model's values by name, without the model's type.
@usableFromInline
struct Schema: Sendable {
  /// The model's type, for messages.
  let model: String
  private(set) var values: [String: Value] = [:]
  /// Names that the model gives to more than one value.
  private(set) var ambiguous: Set<String> = []

  @usableFromInline
  init<Model: Renderable>(of model: Model.Type) {
    self.model = String(describing: model)
    for field in model.fields where values.updateValue(field.value, forKey: field.name) != nil {
      ambiguous.insert(field.name)
    }
  }
}
