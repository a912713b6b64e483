import Dispatch

/// Holds threads until it is opened, and lets the opening thread wait for their arrival.
public final class Gate: Sendable {
  private let arrivals = DispatchSemaphore(value: 0)
  private let door = DispatchSemaphore(value: 0)

  public init() {}

  /// Opens the gate for present and later threads.
  public func open() { door.signal() }

  /// Waits until the gate is open, or times out, so that a failing test leaves no thread.
  public func pass() {
    arrivals.signal()
    if door.wait(timeout: .now() + holdingPatience.interval) == .success { door.signal() }
  }

  /// Waits for the arrival of `count` more threads.
  public func awaitArrivals(_ count: Int = 1) throws {
    for number in 0..<count where arrivals.wait(timeout: .now() + patience.interval) != .success {
      throw Overdue("arrival \(number + 1) of \(count) at a gate")
    }
  }
}
