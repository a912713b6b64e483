internal import CPQ
internal import Glibc

/// A connection to a database, used by one thread.
///
/// An error that leaves the outcome unknown closes it. A statement is never cancelled: while waiting for a standby
/// it would end as if it had been confirmed.
public final class Connection {
  /// Nil once it is closed.
  private var handle: OpaquePointer?
  private let warnings = Warnings()

  /// Warnings that came with the answers.
  private final class Warnings {
    var first: String?
  }

  /// Whether the host is a standby, whose rows may be older than those of the primary.
  let isStandby: Bool

  /// Connects to the first suitable host. A host that does not answer takes two seconds, or the string's
  /// `connect_timeout`; looking up names is not limited.
  /// - Parameter isStandby: whether a standby is wanted, else a host that accepts changes.
  /// - Throws: ``PostgreSQLError/unavailable(_:)``, or an error of the set-up.
  public init(_ string: ConnectionString, isStandby: Bool = false) throws(PostgreSQLError) {
    self.isStandby = isStandby
    let parameters = string.parameters(isStandby: isStandby)
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
    let seconds = ConnectionString.values(of: PQconninfo(handle))["connect_timeout"].flatMap { Int($0) } ?? 0
    return .seconds(seconds > 0 ? seconds : 2)
  }

  /// Session settings. A commit waits for the disk, and for a standby if the server requires one. Waiting for a lock
  /// ends before callers give up.
  private static let setUp = """
    SELECT set_config('synchronous_commit',
      CASE WHEN current_setting('synchronous_commit') = 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),
    set_config('timezone', 'UTC', false), set_config('lock_timeout', '1s', false)
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
    guard let handle else { throw .unavailable("the connection is closed") }
    warnings.first = nil
    let sent = withCStrings(parameters) {
      PQsendQueryParams(handle, statement, Int32(parameters.count), nil, $0, nil, nil, 0)
    }
    guard sent == 1 else { throw ended() }
    while true {
      let rest = PQflush(handle)
      if rest == 0 { break }
      guard rest > 0 else { throw ended() }
      try wait(Int16(POLLIN | POLLOUT), handle, deadline)
      guard PQconsumeInput(handle) == 1 else { throw ended() }
    }
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
    while PQisBusy(handle) == 1 {
      try wait(Int16(POLLIN), handle, deadline)
      guard PQconsumeInput(handle) == 1 else { throw ended() }
    }
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

  private func wait(
    _ events: Int16, _ handle: OpaquePointer, _ deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) {
    while true {
      let left = (deadline - .now).components
      let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { break }
      var descriptor = pollfd(fd: PQsocket(handle), events: events, revents: 0)
      let ready = poll(&descriptor, 1, Int32(clamping: milliseconds))
      if ready > 0 { return }
      if ready < 0, errno != EINTR { break }
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

/// The result of a statement: its rows as texts, or the number of changed rows.
public struct Rows: Sendable {
  private let values: [[String?]]
  /// Rows that were changed, inserted or selected.
  public let affected: Int

  init(_ result: OpaquePointer) {
    let columns = PQnfields(result)
    values = (0..<PQntuples(result)).map { row in
      (0..<columns).map { column in
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else {
          return nil
        }
        return String(cString: value)
      }
    }
    affected = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  public var count: Int { values.count }

  /// A value; nil for null, and beyond the last row or column.
  public subscript(row: Int, column: Int) -> String? {
    guard values.indices.contains(row), values[row].indices.contains(column) else { return nil }
    return values[row][column]
  }
}

/// Calls `body` with these texts as C strings, and a null pointer after the last.
func withCStrings<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let copies = texts.map { $0.flatMap { strdup($0) } }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { UnsafePointer($0) } + [nil])
}
