/// A request that is over, for who counts them.
public struct CompletedRequest: Sendable {
  /// Path and query as they stood on the request line; empty if there was none.
  public let target: [UInt8]
  /// What the handler counted it as; 0 where none was asked.
  public let kind: Int
  public let status: Int
  /// From the request's last byte, or its refusal, to the last byte of the answer.
  public let nanoseconds: UInt64
}
