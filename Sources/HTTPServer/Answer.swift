/// What a handler returns.
public enum Answer: Sendable {
  /// Sent at once.
  case now(Response)
  /// Made on a worker thread while the connection waits; for what reads a disk or asks the network.
  ///
  /// A handler takes out of the request what the closure needs: the request itself is not `Sendable`.
  /// When too many already wait the server answers 503 and the closure never runs.
  case later(@Sendable () -> Response)
}
