import Dispatch
import Glibc
import Synchronization
import System

/// The drives of lists in files and folders. A call to one that is gone or asleep may take minutes, or never return.
final class Drives: Sendable {
  static let all = Drives()

  /// Seconds within which a drive answers.
  static let deadline = 2.0
  /// The reason why a list is not read.
  static let silence = "its drive does not answer"

  /// Calls that have not returned, by path, and the times until which they are waited for.
  private let calls = Mutex<[String: (call: DispatchGroup, deadline: DispatchTime)]>([:])

  /// Whether a drive answers in time. At most one call a path is under way, on a thread of its own.
  /// - Parameter call: asks the drive.
  func answer(for path: String, _ call: @escaping @Sendable (String) -> Void = Drives.look) -> Bool {
    let (group, deadline) = calls.withLock { calls in
      if let pending = calls[path] { return pending }
      let new = (call: DispatchGroup(), deadline: DispatchTime.now() + Self.deadline)
      let hasThread = startThread(in: new.call) { [self] in
        call(path)
        self.calls.withLock { _ = $0.removeValue(forKey: path) }
      }
      if hasThread { calls[path] = new }
      return new
    }
    return group.wait(timeout: deadline) == .success
  }

  private static let look: @Sendable (String) -> Void = { path in
    var status = stat()
    stat(path, &status)
  }

  /// Asks more than ``look``, whose answer the kernel may remember.
  static let opening: @Sendable (String) -> Void = { path in
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor >= 0 { close(descriptor) }
  }
}
