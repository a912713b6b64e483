/// Why a list is not read, and where; one sentence.
public struct RecordsError: Error, Hashable, Sendable, CustomStringConvertible {
  public let reason: String
  /// Counted from 1; nil for what concerns the whole.
  public let line: Int?

  package init(_ reason: String, line: Int? = nil) {
    // Names from a list, which may have line breaks, stand in it.
    self.reason = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    self.line = line
  }

  public var description: String { line.map { "\(reason) (line \($0))" } ?? reason }
}
