import Dispatch
import Feeds
import Synchronization
import System
import Website

/// The reading of a show's list, on a thread of its own.
final class ListLoad: Sendable {
  typealias Outcome = Result<FeedStart.Outcome, any Error>

  /// Seconds that a start waits for the list before it listens.
  static let patience = 0.5

  private let state = Mutex(State())
  private let thread = DispatchGroup()

  private struct State {
    var outcome: Outcome?
    var receiver: (@Sendable (Outcome) -> Void)?
  }

  /// Starts the thread.
  /// - Parameters:
  ///   - loading: receives the progress.
  ///   - work: returns the data to serve first.
  init(_ loading: Loading, _ work: @escaping @Sendable () throws -> FeedStart.Outcome) {
    let display = (ProgressDisplay.current ?? .silent).noting(loading.note)
    let run: @Sendable () -> Void = { [self] in
      finish(ProgressDisplay.$current.withValue(display) { Result { try work() } })
    }
    if !startThread(in: thread, run) { run() }
  }

  /// The outcome, if the thread ends in time; called once at most, before ``receive(by:)``.
  func outcome(within seconds: Double) -> Outcome? {
    let limit = seconds.isFinite ? DispatchTime.now() + seconds : .distantFuture
    return thread.wait(timeout: limit) == .success ? state.withLock { $0.outcome.take() } : nil
  }

  /// Hands over the outcome: now, or on the thread when there is one.
  func receive(by receiver: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.receiver = receiver }
      return state.outcome.take()
    }
    if let outcome { receiver(outcome) }
  }

  /// Waits for the end of the thread.
  func wait() { thread.wait() }

  private func finish(_ outcome: Outcome) {
    let receiver = state.withLock { state in
      if state.receiver == nil { state.outcome = outcome }
      return state.receiver.take()
    }
    receiver?(outcome)
  }
}
