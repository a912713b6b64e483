import CMicroHTTPD
import Synchronization

/// An answer that a worker makes while its connection is suspended.
///
/// Whoever ends the wait first, the worker or the stopping server, resumes the connection; the other finds
/// it ended and touches nothing of the library.
final class PendingAnswer: @unchecked Sendable {
  private let handle: OpaquePointer
  private let make: @Sendable () -> Response
  private let outcome = Mutex<(isOver: Bool, response: Response?)>((false, nil))

  init(handle: OpaquePointer, make: @escaping @Sendable () -> Response) {
    self.handle = handle
    self.make = make
  }

  /// `nil` when the server gave up waiting.
  var response: Response? { outcome.withLock { $0.response } }

  func run() {
    finish(with: make())
  }

  func finish(with response: Response?) {
    // Resumed under the lock, so that a stopping server that comes second knows it has been.
    outcome.withLock { outcome in
      guard !outcome.isOver else { return }
      outcome = (true, response)
      MHD_resume_connection(handle)
    }
  }
}
