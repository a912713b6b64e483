public import Dispatch

extension DispatchSemaphore {
  /// Waits for a signal, as threads do that a test holds; throws what it stands for when none comes.
  public func wait(for thing: String) throws {
    guard wait(timeout: .now() + holdingPatience.interval) == .success else {
      throw Overdue(thing, after: holdingPatience)
    }
  }
}
