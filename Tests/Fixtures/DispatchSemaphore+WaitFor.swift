public import Dispatch

extension DispatchSemaphore {
  /// Waits for a signal, and throws what it stands for when none comes.
  public func wait(for thing: String) throws {
    if wait(timeout: .now() + patience.interval) != .success { throw Overdue(thing) }
  }
}
