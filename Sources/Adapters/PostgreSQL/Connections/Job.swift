internal import Dispatch
internal import Synchronization

/// Work on a connection, and a caller that waits for it until its deadline.
final class Job: Sendable {
  /// Jobs with the same key are done one after the other.
  let key: String?
  let deadline: ContinuousClock.Instant
  private let work: @Sendable (Connection, ContinuousClock.Instant) -> PostgreSQLError?
  private let state = Mutex(State.waiting)
  private let ended = DispatchSemaphore(value: 0)

  private enum State {
    case waiting, withdrawn, started
    case done(PostgreSQLError?)
  }

  /// Seconds that a started job may take beyond its deadline, to close its socket and fail.
  private static let grace = 0.25

  init(
    key: String?, deadline: ContinuousClock.Instant,
    _ work: @escaping @Sendable (Connection, ContinuousClock.Instant) -> PostgreSQLError?
  ) {
    self.key = key
    self.deadline = deadline
    self.work = work
  }

  var isWaiting: Bool {
    state.withLock { if case .waiting = $0 { true } else { false } }
  }

  /// Does the work, unless the caller has withdrawn it: then nil.
  func run(on connection: Connection) -> Result<Void, PostgreSQLError>? {
    let starts = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .started
      return true
    }
    guard starts else { return nil }
    let error = work(connection, deadline)
    state.withLock { $0 = .done(error) }
    ended.signal()
    return error.map { .failure($0) } ?? .success(())
  }

  /// Ends a job that has not started.
  func refuse(_ error: PostgreSQLError) {
    let isWaiting = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .done(error)
      return true
    }
    if isWaiting { ended.signal() }
  }

  /// Waits until it is done.
  /// - Returns: whether the caller has withdrawn it before it started, and its error.
  func wait() -> (isWithdrawn: Bool, error: PostgreSQLError?) {
    let left = (deadline - .now).components
    let seconds = max(0, Double(left.seconds) + Double(left.attoseconds) / 1e18)
    if ended.wait(timeout: .now() + seconds) != .success {
      let isWithdrawn = state.withLock { state in
        guard case .waiting = state else { return false }
        state = .withdrawn
        return true
      }
      if isWithdrawn { return (true, .unavailable("no connection was free in time")) }
      _ = ended.wait(timeout: .now() + Self.grace)
    }
    return state.withLock { state in
      guard case .done(let error) = state else { return (false, .timedOut) }
      return (false, error)
    }
  }
}
