import Testing

/// A hostile input and its expected output.
struct Attack: Sendable, CustomTestStringConvertible {
  let name: String
  let html: String
  let remains: String

  /// - Parameter remains: The result, in which `REL` stands for the `rel` of every link.
  init(_ name: String, _ html: String, _ remains: String) {
    self.name = name
    self.html = html
    self.remains = remains.replacing("REL", with: #"rel="noopener noreferrer nofollow""#)
  }

  var testDescription: String { name }

  /// Every named attack.
  static let all =
    markupMutation + rawText + foreignContent + namespaces + attributeDelimiters + schemes + references
    + comments + controls + nesting + clobbering + css
}
