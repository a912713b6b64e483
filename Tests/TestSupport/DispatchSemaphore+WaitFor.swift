public import Dispatch

extension DispatchSemaphore {
  /// Waits for a signal as long as a held thread may; throws the name of the condition at the end of that.
  public func wait(for thing: String) throws {
    guard wait(timeout: .now() + holdingPatience.interval) == .success else {
      throw Overdue(thing, after: holdingPatience)
    }
  }
}
