/// A model's value with the model's type erased: closures that read it at the model's address.
///
/// Sound because a template is compiled for one type: every address that a program hands to a
/// closure was made from a model of the type whose schema named the closure.
@usableFromInline
enum Value: Sendable {
  @usableFromInline
  typealias Write = @Sendable (_ model: UnsafeRawPointer, _ buffer: inout [UInt8]) -> Void
  @usableFromInline
  typealias Test = @Sendable (_ model: UnsafeRawPointer) -> Bool
  /// Calls back with the address of each element, valid during that call only.
  @usableFromInline
  typealias Visit = @Sendable (_ model: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
  /// Asked for late, since a model may hold models of its own type.
  @usableFromInline
  typealias MakeSchema = @Sendable () -> Schema

  case text(write: Write, isTrue: Test)
  case html(write: Write, isTrue: Test)
  case flag(isTrue: Test)
  case object(visit: Visit, isTrue: Test, schema: MakeSchema)
  case list(visit: Visit, isTrue: Test, schema: MakeSchema)
  case texts(visit: Visit, isTrue: Test)

  var isTrue: Test {
    switch self {
    case .text(_, let isTrue), .html(_, let isTrue), .flag(let isTrue), .object(_, let isTrue, _),
      .list(_, let isTrue, _), .texts(_, let isTrue):
      isTrue
    }
  }

  /// What it is, for messages.
  var typeName: String {
    switch self {
    case .text: "text"
    case .html: "SafeHTML"
    case .flag: "a flag"
    case .object: "a model"
    case .list, .texts: "a list"
    }
  }

  /// The element of a list of texts, read at its own address.
  static let element = Field<String>.text(".") { $0 }.value

  /// The model itself, as `{{#.}}` sees it.
  static func itself(_ schema: Schema) -> Value {
    .object(visit: { model, body in body(model) }, isTrue: { _ in true }, schema: { schema })
  }

  /// The same value read at the address of the model that holds this value's model.
  ///
  /// Where that one holds none, nothing is written, visited or true.
  func reached(through outer: @escaping Visit) -> Value {
    let test = isTrue
    let isTrue: Test = { model in
      var result = false
      outer(model) { result = test($0) }
      return result
    }
    func through(_ write: @escaping Write) -> Write {
      { model, buffer in outer(model) { write($0, &buffer) } }
    }
    func through(_ visit: @escaping Visit) -> Visit {
      { model, body in outer(model) { visit($0, body) } }
    }
    return switch self {
    case .text(let write, _): .text(write: through(write), isTrue: isTrue)
    case .html(let write, _): .html(write: through(write), isTrue: isTrue)
    case .flag: .flag(isTrue: isTrue)
    case .object(let visit, _, let schema):
      .object(visit: through(visit), isTrue: isTrue, schema: schema)
    case .list(let visit, _, let schema): .list(visit: through(visit), isTrue: isTrue, schema: schema)
    case .texts(let visit, _): .texts(visit: through(visit), isTrue: isTrue)
    }
  }
}
