public import Dispatch

extension DispatchSemaphore {
  /// Waits for a signal, as threads do that a test holds, and throws what it stands for when none comes.
  public func wait(for thing: String) throws {
    if wait(timeout: .now() + holdingPatience.interval) != .success { throw Overdue(thing, after: holdingPatience) }
  }
}
