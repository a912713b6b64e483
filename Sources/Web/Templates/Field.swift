public import Text

/// A model that templates can show: that of a page, or of a part of one.
///
/// ```swift
/// extension Row: Renderable {
///   static var fields: [Field<Row>] {
///     [.text("title", \.title), .html("description", \.description), .flag("isFavorite", \.isFavorite)]
///   }
/// }
/// ```
public protocol Renderable: Sendable {
  /// The values a template may name. Read when templates are loaded, never while they render.
  static var fields: [Field<Self>] { get }
}

/// One value of a model: its name in templates, its type, and how to read it.
///
/// The constructors are inlinable so that, specialized for the model, reading copies no model.
public struct Field<Model>: Sendable {
  let name: String
  let value: Value

  @usableFromInline
  init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}

extension Field {
  /// Text, escaped by `{{name}}`; true as a section unless it is empty.
  @inlinable
  public static func text(_ name: String, _ get: @escaping @Sendable (Model) -> String) -> Field {
    Field(
      name,
      Value(
        .text, isTrue: { !read(get, at: $0).isEmpty }, write: { $1.appendEscaped(read(get, at: $0)) }))
  }

  /// Text that may be absent, which is then as if it were empty.
  @inlinable
  public static func optionalText(_ name: String, _ get: @escaping @Sendable (Model) -> String?) -> Field {
    text(name) { get($0) ?? "" }
  }

  /// Markup, copied as it is by `{{{name}}}`; true as a section unless it is empty.
  @inlinable
  public static func html(_ name: String, _ get: @escaping @Sendable (Model) -> SafeHTML) -> Field {
    Field(
      name,
      Value(
        .html, isTrue: { !read(get, at: $0).isEmpty },
        write: { $1.append(contentsOf: read(get, at: $0).bytes) }))
  }

  /// A whole number, written by `{{name}}` in decimal digits; true as a section unless it is 0.
  @inlinable
  public static func integer(_ name: String, _ get: @escaping @Sendable (Model) -> Int) -> Field {
    Field(
      name,
      Value(.text, isTrue: { read(get, at: $0) != 0 }, write: { $1.appendDecimal(read(get, at: $0)) }))
  }

  /// A condition for sections; it cannot be written.
  @inlinable
  public static func flag(_ name: String, _ get: @escaping @Sendable (Model) -> Bool) -> Field {
    Field(name, Value(.flag, isTrue: { read(get, at: $0) }))
  }

  /// A model of its own, whose values `{{#name}}…{{/name}}` and `{{name.value}}` reach.
  @inlinable
  public static func object<Part: Renderable>(
    _ name: String, _ get: @escaping @Sendable (Model) -> Part?
  ) -> Field {
    Field(
      name,
      Value(
        .object, isTrue: { read(get, at: $0) != nil },
        visit: { model, body in
          guard let part = read(get, at: model) else { return }
          withUnsafePointer(to: part) { body(UnsafeRawPointer($0)) }
        }, schema: { Schema(of: Part.self) }))
  }

  /// Models that `{{#name}}…{{/name}}` shows one after the other.
  @inlinable
  public static func list<Element: Renderable>(
    _ name: String, _ get: @escaping @Sendable (Model) -> [Element]
  ) -> Field {
    Field(
      name,
      Value(
        .list, isTrue: { !read(get, at: $0).isEmpty }, visit: { visitEach(read(get, at: $0), $1) },
        schema: { Schema(of: Element.self) }))
  }

  /// Texts that `{{#name}}{{.}}{{/name}}` shows one after the other.
  @inlinable
  public static func texts(_ name: String, _ get: @escaping @Sendable (Model) -> [String]) -> Field {
    Field(
      name,
      Value(.list, isTrue: { !read(get, at: $0).isEmpty }, visit: { visitEach(read(get, at: $0), $1) }))
  }

  /// Reads a value of the model at an address, without a copy of the model.
  @inlinable @inline(__always)
  static func read<Result>(_ get: (Model) -> Result, at model: UnsafeRawPointer) -> Result {
    get(model.assumingMemoryBound(to: Model.self).pointee)
  }

  @inlinable
  static func visitEach<Element>(_ elements: [Element], _ body: (UnsafeRawPointer) -> Void) {
    elements.withUnsafeBufferPointer { buffer in
      guard var address = buffer.baseAddress else { return }
      for _ in 0..<buffer.count {
        body(UnsafeRawPointer(address))
        address += 1
      }
    }
  }
}

extension [UInt8] {
  /// Appends a number in decimal digits.
  @usableFromInline
  mutating func appendDecimal(_ number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    let start = count
    var rest = number.magnitude
    repeat {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }
}
