/// What a handler returns.
public enum Answer: Sendable {
  /// Sent at once.
  case now(Response)
  /// Made on a worker thread while the connection waits; for what reads a disk or asks the network.
  ///
  /// A handler takes out of the request what the closure needs: the request itself is not `Sendable`.
  /// When too many already wait the server answers 503 and the closure never runs.
  case later(@Sendable () -> Response)
  /// The same for what takes more than about a millisecond of processor time, such as a search over a long list:
  /// made on one of a few threads that yield to the polling threads.
  case computed(@Sendable () -> Response)

  /// The response, made on the calling thread unless it is made already.
  public var response: Response {
    switch self {
    case .now(let response): response
    case .later(let make), .computed(let make): make()
    }
  }
}
