/// A fault in a template, found when it was loaded; a loaded template renders without any.
public struct TemplateError: Error, Equatable {
  /// The template's name and `.mustache`.
  public let file: String
  /// Counts from 1.
  public let line: Int
  /// Counts characters from 1; where the tag begins.
  public let column: Int
  public let message: String
}

extension TemplateError: CustomStringConvertible {
  public var description: String { "\(file):\(line):\(column): \(message)" }
}
