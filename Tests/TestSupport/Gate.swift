import Dispatch

/// Lets threads pass once it is opened, and the thread that opens it wait until they are there.
public final class Gate: Sendable {
  private let arrivals = DispatchSemaphore(value: 0)
  private let door = DispatchSemaphore(value: 0)

  public init() {}

  /// For everybody, now and later.
  public func open() { door.signal() }

  /// Waits until it is open. Gives up in the end, so that a test that fails leaves no thread behind.
  public func pass() {
    arrivals.signal()
    if door.wait(timeout: .now() + holdingPatience.interval) == .success { door.signal() }
  }

  /// Waits until so many more have come to it.
  public func awaitArrivals(_ count: Int = 1) throws {
    for number in 0..<count where arrivals.wait(timeout: .now() + patience.interval) != .success {
      throw Overdue("arrival \(number + 1) of \(count) at a gate")
    }
  }
}
