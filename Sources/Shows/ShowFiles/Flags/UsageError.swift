/// Wrong usage: one sentence, exit status 2.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
