internal import Dispatch
internal import Synchronization
internal import System

/// Threads with a connection each, for one kind of work.
///
/// A caller never waits longer than the limit, even if the database hangs. A circuit breaker opens after some failures
/// in a row: from then on calls fail at once, until a probe has succeeded.
final class Bulkhead: Sendable {
  /// A kind of work.
  struct Work: Sendable {
    /// Its name in the log: "reading favorites".
    let name: String
    let threads: Int
    /// The time that a caller waits at most.
    let limit: Duration
    /// A statement that succeeds only if the work can be done again.
    let probe: String
    /// Whether a standby is asked while the primary is away.
    var acceptsStandby = false
  }

  private let work: Work
  private let string: ConnectionString
  private let prepare: @Sendable (Connection) throws(PostgreSQLError) -> Void
  /// Called with each use, for tests.
  private let noteUse: @Sendable () -> Void
  private let log: any Log
  private let state = Mutex(State())
  /// Signalled for each job, and at the end.
  private let signal = DispatchSemaphore(value: 0)

  private struct State {
    /// Failures in a row.
    var failures = 0
    var queue: [Job] = []
    /// Keys of running jobs.
    var busy: Set<String> = []
    var isEnding = false
    /// The last search for the primary while a standby is asked, and whether a thread is searching.
    var lastSearch = ContinuousClock.now
    var isSearching = false

    /// Whether the circuit breaker is open.
    var isOpen: Bool { failures >= failureLimit }
  }

  /// Failures in a row that open the circuit breaker.
  private static let failureLimit = 3
  /// Jobs that wait for a thread: more than there are threads that call.
  static let queueLimit = 64
  /// Seconds between two probes while the circuit breaker is open.
  private static let pause = 1.0
  /// The time for which a standby is asked before the next search for the primary.
  private static let standbyPause = Duration.seconds(10)

  /// - Parameter prepare: called with each new connection.
  init(
    _ work: Work, _ string: ConnectionString, log: any Log, noteUse: @escaping @Sendable () -> Void = {},
    prepare: @escaping @Sendable (Connection) throws(PostgreSQLError) -> Void
  ) {
    (self.work, self.string, self.log, self.prepare) = (work, string, log, prepare)
    self.noteUse = noteUse
    for _ in 0..<work.threads {
      startThread { [weak self] in
        var connection: Connection?
        while let isGoingOn = self?.step(&connection), isGoingOn {}
      }
    }
  }

  /// Whether the circuit breaker is open.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Ends its threads and connections as soon as they are idle.
  func stop() {
    state.withLock { $0.isEnding = true }
    signal.signal()
  }

  /// Does some work on a thread, and waits for it.
  /// - Parameters:
  ///   - key: work with the same key is done one after the other.
  ///   - time: replaces the limit.
  /// - Throws: ``PostgreSQLError``, within the limit.
  func run<Result: Sendable>(
    key: String? = nil, within time: Duration? = nil,
    _ body: @escaping @Sendable (Connection, ContinuousClock.Instant) throws(PostgreSQLError) -> Result
  ) throws(PostgreSQLError) -> Result {
    noteUse()
    let result = Box<Result>()
    let job = Job(key: key, deadline: .now + (time ?? work.limit)) { connection, deadline in
      do throws(PostgreSQLError) {
        let value = try body(connection, deadline)
        result.value.withLock { $0 = value }
        return nil
      } catch {
        return error
      }
    }
    let isQueued = state.withLock { state in
      guard !state.isOpen, !state.isEnding, state.queue.count < Self.queueLimit else { return false }
      state.queue.append(job)
      return true
    }
    guard isQueued else { throw .unavailable("it has not answered for a while") }
    signal.signal()
    let (isWithdrawn, error) = job.wait()
    // A job that has started is judged by its thread.
    if isWithdrawn, let error { fail(error) }
    if let error { throw error }
    guard let value = result.value.withLock({ $0 }) else { throw .timedOut }
    return value
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  // MARK: On its threads

  /// Does one job, or waits for one; probes while the circuit breaker is open.
  /// - Returns: false at the end.
  private func step(_ connection: inout Connection?) -> Bool {
    if state.withLock({ $0.isEnding }) {
      signal.signal()
      return false
    }
    if let held = connection, held.isStandby { searchPrimary(&connection) }
    guard let job = next() else {
      if !isOpen {
        _ = signal.wait(timeout: connection?.isStandby == true ? .now() + Self.pause : .distantFuture)
      } else if signal.wait(timeout: .now() + Self.pause) == .timedOut,
        (try? open(&connection).run(work.probe, until: .now + work.limit)) != nil
      {
        succeed()
      }
      return true
    }
    do throws(PostgreSQLError) {
      switch job.run(on: try open(&connection)) {
      // A refused statement shows that the database is well.
      case nil, .failure(.refused): break
      case .success: succeed()
      case .failure(let error): fail(error)
      }
    } catch {
      fail(error)
      job.refuse(error)
    }
    if let key = job.key { state.withLock { _ = $0.busy.remove(key) } }
    signal.signal()
    return true
  }

  /// The next job that still has a waiting caller and whose key is idle.
  private func next() -> Job? {
    state.withLock { state in
      state.queue.removeAll { !$0.isWaiting }
      let index = state.queue.firstIndex { job in job.key.map { !state.busy.contains($0) } ?? true }
      guard let index else { return nil }
      let job = state.queue.remove(at: index)
      if let key = job.key { state.busy.insert(key) }
      return job
    }
  }

  private func open(_ connection: inout Connection?) throws(PostgreSQLError) -> Connection {
    if let connection, connection.isOpen { return connection }
    connection = nil
    let new: Connection
    do throws(PostgreSQLError) {
      new = try Connection(string)
    } catch {
      guard work.acceptsStandby, string.namesSeveralHosts else { throw error }
      new = try Connection(string, to: .standby)
      state.withLock { $0.lastSearch = .now }
    }
    try prepare(new)
    connection = new
    return new
  }

  /// Returns from a standby to the primary, if that is back. One thread at a time, because the search takes seconds
  /// while it is away.
  private func searchPrimary(_ connection: inout Connection?) {
    let isDue = state.withLock { state in
      guard !state.isSearching, .now - state.lastSearch > Self.standbyPause else { return false }
      state.isSearching = true
      return true
    }
    guard isDue else { return }
    let primary = try? Connection(string)
    if let primary, (try? prepare(primary)) != nil { connection = primary }
    state.withLock { ($0.isSearching, $0.lastSearch) = (false, primary == nil ? .now : $0.lastSearch) }
  }

  private func succeed() {
    let closes = state.withLock { state in
      defer { state.failures = 0 }
      return state.isOpen
    }
    if closes { log.warning("\(work.name) works again") }
  }

  private func fail(_ error: PostgreSQLError) {
    let refused: [Job]? = state.withLock { state in
      state.failures += 1
      guard state.failures == Self.failureLimit else { return nil }
      defer { state.queue = [] }
      return state.queue
    }
    guard let refused else { return }
    log.warning("\(work.name) pauses until the database answers: \(error)")
    for job in refused { job.refuse(error) }
    // Wakes a thread to probe.
    signal.signal()
  }
}
