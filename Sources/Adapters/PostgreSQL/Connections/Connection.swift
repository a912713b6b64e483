internal import CPQ
internal import Glibc
import System

/// A connection to a database.
///
/// An error that leaves the outcome unknown closes it. A statement is never cancelled: while waiting for a standby
/// it would end as if it had been confirmed.
///
/// Sendable because one thread at a time uses it: ``Pool`` hands it from one to the next.
public final class Connection: @unchecked Sendable {
  /// Nil once it is closed.
  private var handle: OpaquePointer?
  private let warnings = Warnings()

  /// Warnings that came with the answers.
  private final class Warnings {
    var first: String?
  }

  /// Connects to the first host that accepts changes. A host that does not answer takes two seconds, or the string's
  /// `connect_timeout`; looking up names is not limited.
  /// - Throws: ``PostgreSQLError/unavailable(_:)``, or an error of the set-up.
  public init(_ string: ConnectionString) throws(PostgreSQLError) {
    let parameters = string.parameters
    let connected = withCStrings(parameters.map(\.name)) { names in
      // libpq expands `dbname`, the connection string.
      withCStrings(parameters.map(\.value)) { PQconnectdbParams(names, $0, 1) }
    }
    guard let handle = connected else { throw .unavailable("no memory") }
    guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0 else {
      let reason = FaultWords.ofFailure(handle)
      PQfinish(handle)
      throw .unavailable(reason)
    }
    self.handle = handle
    PQsetNoticeReceiver(
      handle, { Connection.note($0, $1) }, Unmanaged.passUnretained(warnings).toOpaque())
    do throws(PostgreSQLError) {
      _ = try run(Self.setUp, until: .now + connectTimeout)
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// The time that the connection string allows for connecting to a host.
  private var connectTimeout: Duration {
    let text = ConnectionString.values(of: PQconninfo(handle))["connect_timeout"]
    return .seconds(text?.number(in: 1...86_400) ?? 2)
  }

  /// Session settings. A commit waits for the disk, and for a standby if the server requires one. Waiting for a lock
  /// ends before callers give up.
  private static let setUp = """
    SELECT set_config('synchronous_commit',
      CASE WHEN current_setting('synchronous_commit') = 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),
    set_config('timezone', 'UTC', false), set_config('lock_timeout', '500ms', false)
    """

  /// Whether it is open, as far as this side knows.
  public var isOpen: Bool {
    guard let handle else { return false }
    // A server sends nothing unasked, except that it ends.
    var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
    if PQstatus(handle) == CONNECTION_OK, poll(&descriptor, 1, 0) == 0 { return true }
    close()
    return false
  }

  /// Runs one statement with its parameters, `$1` and so on.
  /// - Throws: ``PostgreSQLError``; the connection is closed if it cannot run another statement.
  public func run(
    _ statement: String, _ parameters: [String?] = [], until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> Rows {
    let handle = try send(statement, parameters, deadline)
    var outcome: Result<Rows, PostgreSQLError>?
    while let result = try nextResult(handle, deadline) {
      defer { PQclear(result) }
      if case .failure? = outcome { continue }
      outcome = read(result)
    }
    if let warning = warnings.first {
      close()
      throw .warned(warning)
    }
    guard PQstatus(handle) == CONNECTION_OK, let outcome else { throw ended() }
    do {
      return try outcome.get()
    } catch {
      if case .refused = error {} else { close() }
      throw error
    }
  }

  /// Sends one statement.
  private func send(
    _ statement: String, _ parameters: [String?], _ deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> OpaquePointer {
    guard let handle else { throw .unavailable("the connection is closed") }
    warnings.first = nil
    let sent = withCStrings(parameters) {
      PQsendQueryParams(handle, statement, Int32(parameters.count), nil, $0, nil, nil, 0)
    }
    guard sent == 1 else { throw ended() }
    while true {
      let rest = PQflush(handle)
      if rest == 0 { return handle }
      guard rest > 0 else { throw ended() }
      try wait(Int16(POLLIN | POLLOUT), handle, deadline)
    }
  }

  public func close() {
    guard let handle else { return }
    self.handle = nil
    // Ends at once, without sending the rest.
    let socket = PQsocket(handle)
    if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
    PQfinish(handle)
  }

  // MARK: Answers

  private func nextResult(
    _ handle: OpaquePointer, _ deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> OpaquePointer? {
    while PQisBusy(handle) == 1 { try wait(Int16(POLLIN), handle, deadline) }
    return PQgetResult(handle)
  }

  private func read(_ result: OpaquePointer) -> Result<Rows, PostgreSQLError> {
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return .success(Rows(result))
    default: break
    }
    let state = Self.field("C", of: result) ?? "?"
    let reason = FaultWords.ofState(state)
    // These end the connection.
    if ["FATAL", "PANIC"].contains(Self.field("V", of: result)) || state == "?" {
      return .failure(.lost(reason))
    }
    // The host is a former primary: another host accepts changes now.
    if state == "25006" { return .failure(.unavailable(reason)) }
    return .failure(.refused(state: state, reason: reason))
  }

  private func ended() -> PostgreSQLError {
    let reason = handle.map(FaultWords.ofFailure) ?? "it is closed"
    close()
    return .lost(warnings.first ?? reason)
  }

  /// Waits until the socket is ready, and receives what has come.
  private func wait(
    _ events: Int16, _ handle: OpaquePointer, _ deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) {
    while true {
      let left = (deadline - .now).components
      let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { break }
      var descriptor = pollfd(fd: PQsocket(handle), events: events, revents: 0)
      let ready = poll(&descriptor, 1, Int32(clamping: milliseconds))
      if ready < 0, errno != EINTR { break }
      if ready > 0, PQconsumeInput(handle) != 1 { throw ended() }
      if ready > 0 { return }
    }
    close()
    throw .timedOut
  }

  // MARK: Warnings

  private static func note(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let context, let result, field("V", of: result) == "WARNING" else { return }
    let warnings = Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue()
    warnings.first = warnings.first ?? "SQLSTATE \(field("C", of: result) ?? "unknown")"
  }

  /// A field of a message by the protocol's letter for it.
  private static func field(_ letter: Unicode.Scalar, of result: OpaquePointer) -> String? {
    PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
  }
}
