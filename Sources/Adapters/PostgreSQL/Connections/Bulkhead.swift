internal import Dispatch
internal import Synchronization
internal import System

/// Some threads with a connection each, for one kind of work: whatever the database does, nobody waits longer
/// than the limit, and after some failures nobody waits at all until a probe has succeeded.
public final class Bulkhead: Sendable {
  /// How a piece of work ended.
  public enum Outcome: String, Sendable, CaseIterable {
    case done, refused, failed, unknown
  }

  private let name: String
  private let limit: Duration
  private let string: ConnectionString
  private let probe: String
  private let takesStandby: Bool
  private let prepare: @Sendable (Connection) throws(PostgreSQLError) -> Void
  private let observe: @Sendable (Outcome, Duration) -> Void
  private let report: @Sendable (String) -> Void
  private let state = Mutex(State())
  /// Signalled for each job, and when it ends.
  private let work = DispatchSemaphore(value: 0)

  private struct State {
    var circuit = Circuit()
    var queue: [Job] = []
    /// Keys of jobs that are being done.
    var busy: Set<String> = []
    var isEnding = false
    /// When the primary was looked for while a standby stands in for it, and whether a thread is at that.
    var lookedAt = ContinuousClock.now
    var isLooking = false
  }

  /// Jobs that wait for a thread: more than there are workers who ask.
  public static let queueLimit = 64
  /// Seconds between two probes while the circuit is open.
  private static let pause = 1.0
  /// How long a standby stands in before the primary is looked for again.
  private static let standInPause = Duration.seconds(10)

  /// - Parameters:
  ///   - name: what it does, for the log: "reading favorites".
  ///   - limit: how long anybody waits.
  ///   - probe: a statement that shows that the work can be done again.
  ///   - takesStandby: whether a standby will do while there is no primary.
  ///   - prepare: done with each new connection.
  ///   - observe: told how each piece of work ended, and how long it was waited for.
  ///   - report: takes lines for the log.
  public init(
    _ name: String, threads: Int, limit: Duration, _ string: ConnectionString, probe: String,
    takesStandby: Bool = false,
    prepare: @escaping @Sendable (Connection) throws(PostgreSQLError) -> Void,
    observe: @escaping @Sendable (Outcome, Duration) -> Void = { _, _ in },
    report: @escaping @Sendable (String) -> Void
  ) {
    self.name = name
    self.limit = limit
    self.string = string
    self.probe = probe
    self.takesStandby = takesStandby
    self.prepare = prepare
    self.observe = observe
    self.report = report
    for _ in 0..<threads {
      startThread { [weak self] in
        var connection: Connection?
        while let isGoingOn = self?.step(&connection), isGoingOn {}
      }
    }
  }

  /// Whether the database is not asked at all at the moment.
  public var isOpen: Bool { state.withLock { $0.circuit.isOpen } }

  /// Ends its threads and connections, as soon as they have nothing to do.
  public func stop() {
    state.withLock { $0.isEnding = true }
    work.signal()
  }

  /// Has a thread do some work, and waits for it.
  /// - Parameters:
  ///   - key: work with the same key is done one after the other.
  ///   - time: how long this is waited for; as long as for all by default.
  /// - Throws: ``PostgreSQLError``, within the limit.
  public func run<Result: Sendable>(
    key: String? = nil, within time: Duration? = nil,
    _ body: @escaping @Sendable (Connection, ContinuousClock.Instant) throws(PostgreSQLError) -> Result
  ) throws(PostgreSQLError) -> Result {
    let start = ContinuousClock.now
    let result = Box<Result>()
    let job = Job(key: key, deadline: start + (time ?? limit)) { connection, deadline in
      do throws(PostgreSQLError) {
        let value = try body(connection, deadline)
        result.value.withLock { $0 = value }
        return nil
      } catch {
        return error
      }
    }
    let isTaken = state.withLock { state in
      guard !state.circuit.isOpen, !state.isEnding, state.queue.count < Self.queueLimit else { return false }
      state.queue.append(job)
      return true
    }
    guard isTaken else {
      observe(.failed, .zero)
      throw .unavailable("it has not answered for a while")
    }
    work.signal()
    let (isWithdrawn, error) = job.wait()
    // What has begun is judged by the thread that does it.
    if isWithdrawn, let error { fail(error) }
    observe(Self.outcome(error), .now - start)
    if let error { throw error }
    guard let value = result.value.withLock({ $0 }) else { throw .timedOut }
    return value
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private static func outcome(_ error: PostgreSQLError?) -> Outcome {
    switch error {
    case nil: .done
    case .refused: .refused
    case .unavailable, .unfit, .notAConnectionString: .failed
    case .timedOut, .lost, .warned: .unknown
    }
  }

  // MARK: On its threads

  /// Does one job, or waits for one; probes while the circuit is open.
  /// - Returns: false at the end.
  private func step(_ connection: inout Connection?) -> Bool {
    if state.withLock({ $0.isEnding }) {
      work.signal()
      return false
    }
    if let held = connection, held.isStandIn { lookForPrimary(&connection) }
    guard let job = next() else {
      if !isOpen {
        _ = work.wait(timeout: connection?.isStandIn == true ? .now() + Self.pause : .distantFuture)
      } else if work.wait(timeout: .now() + Self.pause) == .timedOut {
        tryAgain(&connection)
      }
      return true
    }
    do throws(PostgreSQLError) {
      if let outcome = job.run(on: try open(&connection)) {
        if let error = outcome { judge(error) } else { succeed() }
      }
    } catch {
      fail(error)
      job.refuse(error)
    }
    if let key = job.key { state.withLock { _ = $0.busy.remove(key) } }
    work.signal()
    return true
  }

  /// The next job that is waited for and whose key nobody is at.
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
    let new = try connect()
    try prepare(new)
    connection = new
    return new
  }

  private func connect() throws(PostgreSQLError) -> Connection {
    do throws(PostgreSQLError) {
      return try Connection(string)
    } catch {
      guard takesStandby, string.namesSeveralHosts else { throw error }
      let standIn = try Connection(string, isStandIn: true)
      state.withLock { $0.lookedAt = .now }
      return standIn
    }
  }

  /// Goes back from a standby to the primary if that is there, one thread after the other, since looking takes
  /// seconds while it is not.
  private func lookForPrimary(_ connection: inout Connection?) {
    let looks = state.withLock { state in
      guard !state.isLooking, .now - state.lookedAt > Self.standInPause else { return false }
      state.isLooking = true
      return true
    }
    guard looks else { return }
    let primary = try? Connection(string)
    if let primary, (try? prepare(primary)) != nil { connection = primary }
    state.withLock { ($0.isLooking, $0.lookedAt) = (false, primary == nil ? .now : $0.lookedAt) }
  }

  private func tryAgain(_ connection: inout Connection?) {
    do throws(PostgreSQLError) {
      _ = try open(&connection).run(probe, until: .now + limit)
      succeed()
    } catch {
      // It is open already, and has said so.
    }
  }

  private func succeed() {
    if state.withLock({ $0.circuit.succeed() }) { report("\(name) works again") }
  }

  private func judge(_ error: PostgreSQLError) {
    // A statement that was refused says that the database is well.
    if case .refused = error { return }
    fail(error)
  }

  private func fail(_ error: PostgreSQLError) {
    let refused: [Job]? = state.withLock { state in
      guard state.circuit.fail() else { return nil }
      defer { state.queue = [] }
      return state.queue
    }
    guard let refused else { return }
    report("\(name) pauses until the database answers: \(error)")
    for job in refused { job.refuse(error) }
    // So that somebody probes.
    work.signal()
  }
}

/// Whether a database is asked at all: after some failures in a row it is not, until a probe has succeeded.
struct Circuit: Sendable {
  /// Failures in a row after which nobody waits for the database any more.
  static let failureLimit = 3

  private var failures = 0
  var isOpen: Bool { failures >= Self.failureLimit }

  /// - Returns: whether this has closed it.
  mutating func succeed() -> Bool {
    defer { failures = 0 }
    return isOpen
  }

  /// - Returns: whether this has opened it.
  mutating func fail() -> Bool {
    failures += 1
    return failures == Self.failureLimit
  }
}
