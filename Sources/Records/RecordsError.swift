/// Why a list is not read, and where; one sentence.
public struct RecordsError: Error, Hashable, Sendable, CustomStringConvertible {
  public let reason: String
  /// Counted from 1; nil for what concerns the whole.
  public let line: Int?

  package init(_ reason: String, line: Int? = nil) {
    self.reason = reason
    self.line = line
  }

  public var description: String { line.map { "\(reason) (line \($0))" } ?? reason }
}
