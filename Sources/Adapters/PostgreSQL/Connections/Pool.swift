internal import Dispatch
internal import Synchronization
internal import System

/// The use of a connection.
enum DatabaseUse: Int, Sendable, CaseIterable {
  case read, change

  fileprivate var name: String { self == .read ? "reading favorites" : "saving favorites" }

  /// A statement that succeeds only if this is possible again: like a change, it waits for a standby where the server
  /// requires one.
  fileprivate var probe: String {
    self == .read ? "SELECT version FROM dramatis_schema" : "UPDATE dramatis_schema SET version = version"
  }
}

/// Connections for callers on any thread, none of whom waits longer than the limit, even if the database hangs.
///
/// A thread of its own connects. After some failures in a row, reading or changing fails at once until that thread has
/// tried it with success.
final class Pool: Sendable {
  private let string: ConnectionString
  private let limit: Duration
  private let log: any Log
  private let prepare: @Sendable (Connection) throws(PostgreSQLError) -> Void
  private let state = Mutex(State())
  /// Signalled for each idle connection, and for each caller that waits in vain.
  private let idle = DispatchSemaphore(value: 0)
  /// Changes use half of the connections, so that those which wait for a standby delay no page.
  private let changes = DispatchSemaphore(value: Pool.size / 2)
  /// Signalled when the thread may have something to do.
  private let call = DispatchSemaphore(value: 0)

  private struct State {
    var idle: [Connection] = []
    /// Connections that are idle or in use.
    var open = 0
    /// Callers without a connection.
    var waiting = 0
    /// Why there is no connection; nil before the first attempt.
    var fault: PostgreSQLError?
    /// Failures in a row, by use.
    var failures = DatabaseUse.allCases.map { _ in 0 }
    var isEnding = false

    var needsConnection: Bool { open == 0 || open < size && waiting > idle.count }
    func isBroken(_ use: DatabaseUse) -> Bool { failures[use.rawValue] >= failureLimit }
  }

  private static let size = 4
  private static let failureLimit = 3
  /// Seconds between two attempts of the thread.
  private static let pause = 1.0

  /// - Parameters:
  ///   - limit: the time that a caller waits at most.
  ///   - prepare: called with each new connection.
  init(
    _ string: ConnectionString, limit: Duration, log: any Log,
    prepare: @escaping @Sendable (Connection) throws(PostgreSQLError) -> Void
  ) {
    (self.string, self.limit, self.log, self.prepare) = (string, limit, log, prepare)
    startThread { self.work() }
  }

  /// Whether reading or changing fails at present.
  var isDegraded: Bool {
    state.withLock { state in
      state.open == 0 || DatabaseUse.allCases.contains { state.isBroken($0) }
    }
  }

  /// Ends the thread, and with it the connections.
  func stop() {
    state.withLock { $0.isEnding = true }
    call.signal()
  }

  /// Does some work with a connection until a deadline.
  func run<Result>(
    _ use: DatabaseUse,
    _ body: (Connection, ContinuousClock.Instant) throws(PostgreSQLError) -> Result
  ) throws(PostgreSQLError) -> Result {
    if state.withLock({ $0.isBroken(use) }) { throw .unavailable("it has not answered for a while") }
    do throws(PostgreSQLError) {
      let result = try attempt(use, .now + limit, body)
      succeed(use)
      return result
    } catch {
      fail(use, error)
      throw error
    }
  }

  private func attempt<Result>(
    _ use: DatabaseUse, _ deadline: ContinuousClock.Instant,
    _ body: (Connection, ContinuousClock.Instant) throws(PostgreSQLError) -> Result
  ) throws(PostgreSQLError) -> Result {
    let isChange = use == .change
    if isChange, !changes.wait(until: deadline) { throw .unavailable("no connection was free in time") }
    defer { if isChange { changes.signal() } }
    let connection = try take(deadline)
    defer { giveBack(connection) }
    return try body(connection, deadline)
  }

  private func take(_ deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> Connection {
    while true {
      let (fault, needsConnection) = state.withLock { state -> (PostgreSQLError?, Bool) in
        if state.open == 0, let fault = state.fault { return (fault, false) }
        state.waiting += 1
        return (nil, state.needsConnection)
      }
      if let fault { throw fault }
      if needsConnection { call.signal() }
      let isInTime = idle.wait(until: deadline)
      let connection = state.withLock { state in
        state.waiting -= 1
        return state.idle.popLast()
      }
      if let connection {
        if connection.isOpen { return connection }
        giveBack(connection)
      } else if !isInTime {
        throw .unavailable("no connection was free in time")
      }
    }
  }

  private func giveBack(_ connection: Connection) {
    let isOpen = connection.isOpen
    state.withLock { state in
      if isOpen { state.idle.append(connection) } else { state.open -= 1 }
    }
    (isOpen ? idle : call).signal()
  }

  private func succeed(_ use: DatabaseUse) {
    let wasBroken = state.withLock { state in
      defer { state.failures[use.rawValue] = 0 }
      return state.isBroken(use)
    }
    if wasBroken { log.warning("\(use.name) works again") }
  }

  private func fail(_ use: DatabaseUse, _ error: PostgreSQLError) {
    // A refused statement shows that the database is well.
    if case .refused = error { return }
    let isFirst = state.withLock { state in
      state.failures[use.rawValue] += 1
      return state.failures[use.rawValue] == Self.failureLimit
    }
    guard isFirst else { return }
    log.warning("\(use.name) pauses until the database answers: \(error)")
    call.signal()
  }

  // MARK: On its thread

  private func work() {
    while true {
      let (isEnding, needsConnection, broken) = state.withLock { state in
        (state.isEnding, state.needsConnection, DatabaseUse.allCases.filter { state.isBroken($0) })
      }
      if isEnding { return }
      let isConnected = !needsConnection || connect()
      for use in broken where isConnected { probe(use) }
      if !isConnected || !broken.isEmpty {
        _ = call.wait(timeout: .now() + Self.pause)
      } else if !needsConnection {
        call.wait()
      }
    }
  }

  private func connect() -> Bool {
    do throws(PostgreSQLError) {
      let connection = try Connection(string)
      try prepare(connection)
      state.withLock { state in
        state.open += 1
        state.fault = nil
      }
      giveBack(connection)
      return true
    } catch {
      let waiting = state.withLock { state in
        state.fault = error
        // While some are open, callers wait for one of those.
        return state.open == 0 ? state.waiting : 0
      }
      for _ in 0..<waiting { idle.signal() }
      return false
    }
  }

  private func probe(_ use: DatabaseUse) {
    guard idle.wait(timeout: .now()) == .success, let connection = state.withLock({ $0.idle.popLast() })
    else {
      return
    }
    if (try? connection.run(use.probe, until: .now + limit)) != nil { succeed(use) }
    giveBack(connection)
  }
}

extension DispatchSemaphore {
  /// Whether it was signalled before the deadline.
  fileprivate func wait(until deadline: ContinuousClock.Instant) -> Bool {
    let left = (deadline - .now).components
    return wait(timeout: .now() + max(0, Double(left.seconds) + Double(left.attoseconds) / 1e18)) == .success
  }
}
