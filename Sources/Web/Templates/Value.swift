/// A model's value with the model's type erased: closures that read it at the model's address.
///
/// Sound because a template is compiled for one type: every address that a program hands to a
/// closure was made from a model of the type whose schema named the closure.
@usableFromInline
struct Value: Sendable {
  @usableFromInline
  typealias Write = @Sendable (_ model: UnsafeRawPointer, _ buffer: inout [UInt8]) -> Void
  @usableFromInline
  typealias Test = @Sendable (_ model: UnsafeRawPointer) -> Bool
  /// Calls back with the address of each element, valid during that call only.
  @usableFromInline
  typealias Visit = @Sendable (_ model: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
  /// Made late, since a model may hold models of its own type.
  @usableFromInline
  typealias MakeSchema = @Sendable () -> Schema

  /// The kind of value, as messages name it.
  @usableFromInline
  enum Kind: String, Sendable {
    case text = "text"
    case html = "SafeHTML"
    case flag = "a flag"
    case object = "a model"
    case list = "a list"
  }

  let kind: Kind
  let isTrue: Test
  /// Set for text and HTML.
  let write: Write?
  /// Set for objects and lists.
  let visit: Visit?
  /// Set for objects and lists of models; a list without it holds texts.
  let schema: MakeSchema?

  @usableFromInline
  init(
    _ kind: Kind, isTrue: @escaping Test, write: Write? = nil, visit: Visit? = nil,
    schema: MakeSchema? = nil
  ) {
    self.kind = kind
    self.isTrue = isTrue
    self.write = write
    self.visit = visit
    self.schema = schema
  }

  /// The element of a list of texts, read at its own address.
  static let element = Field<String>.text(".") { $0 }.value

  /// The same value read at the address of the model that holds this value's model.
  ///
  /// Without such a model nothing is written, visited or true.
  func reached(through outer: @escaping Visit) -> Value {
    let test = isTrue
    return Value(
      kind,
      isTrue: { model in
        var result = false
        outer(model) { result = test($0) }
        return result
      },
      write: write.map { write -> Write in { model, buffer in outer(model) { write($0, &buffer) } } },
      visit: visit.map { visit -> Visit in { model, body in outer(model) { visit($0, body) } } },
      schema: schema)
  }
}

/// A model's values by name, without the model's type.
@usableFromInline
struct Schema: Sendable {
  /// The model's type, for messages.
  let model: String
  /// Each name once.
  let values: [String: Value]

  @usableFromInline
  init<Model: Renderable>(of model: Model.Type) {
    self.model = String(describing: model)
    values = Dictionary(uniqueKeysWithValues: model.fields.map { ($0.name, $0.value) })
  }
}
