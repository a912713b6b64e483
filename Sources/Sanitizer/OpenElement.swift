/// An element whose end tag has not come yet.
struct OpenElement {
  enum Namespace {
    case html, svg, math
  }

  /// Whether tags, and whether only text too, are read as HTML within an element of SVG or MathML.
  enum Integration {
    case none, html, mathText, annotation
  }

  var name: TagName
  var namespace = Namespace.html
  var integration = Integration.none

  /// Tells one element from another of the same name.
  var serial: Int

  /// Whether the element goes with all that it holds.
  var isDropped = false

  /// Whether the policy keeps the element, as part of a line.
  var isInline = false

  /// Its attributes as they are to be written, in ``CleanMarkup``.
  var attributes = 0..<0

  /// The tag; none in SVG and MathML, where the names mean something else.
  var tag: Tag { namespace == .html ? name.tag : .other }

  var kinds: Tag.Kinds {
    namespace == .html ? name.kinds : integration == .none ? [] : [.scope, .special]
  }
}
