/// What a template can show: a page's model, or a part of one.
///
/// ```swift
/// extension Row: Renderable {
///   static var fields: [Field<Row>] {
///     [.text("title", \.title), .html("description", \.description), .flag("marked", \.isMarked)]
///   }
/// }
/// ```
public protocol Renderable: Sendable {
  /// The values a template may name. Read when templates are loaded, never while they render.
  static var fields: [Field<Self>] { get }
}
