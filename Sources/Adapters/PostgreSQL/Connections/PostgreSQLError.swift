internal import CPQ

/// A reason why a database did not run a statement; one sentence, for the log.
public enum PostgreSQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A text that libpq does not understand. It may hold a password, so it is not repeated.
  case notAConnectionString
  /// No connection in time: nothing was sent.
  case unavailable(String)
  /// The database is not usable for this program.
  case unfit(String)
  /// The server has refused the statement, and changed nothing.
  case refused(state: String, reason: String)
  /// The deadline has passed and the socket is closed; the statement may have run.
  case timedOut
  /// The connection broke before the answer; the statement may have run.
  case lost(String)
  /// The statement ran with a warning: a standby may not have the change.
  case warned(String)

  /// Whether the statement may have run.
  public var isOutcomeUnknown: Bool {
    switch self {
    case .timedOut, .lost, .warned: true
    case .notAConnectionString, .unavailable, .unfit, .refused: false
    }
  }

  public var description: String {
    switch self {
    case .notAConnectionString:
      "the connection string of the database is not one that libpq understands; expected one such as "
        + "\"host=db1,db2 dbname=dramatis user=dramatis\"; in a postgresql:// address percent-encode the "
        + "password's special characters"
    case .unavailable(let reason): "the database cannot be reached: \(reason)"
    case .unfit(let reason): "the database cannot be used: \(reason)"
    case .refused(let state, let reason): "the database refuses (\(state)): \(reason)"
    case .timedOut: "the database has not answered in time"
    case .lost(let reason): "the connection to the database broke: \(reason)"
    case .warned(let reason): "the database reported a warning: \(reason)"
    }
  }
}

/// This program's own words for the faults that libpq and servers report. Theirs may repeat parts of a misread
/// connection string, such as half a password as a host name.
enum FaultWords {
  /// The reason of a failed connection: each kind of fault in libpq's text, of all hosts.
  static func ofFailure(_ handle: OpaquePointer) -> String {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    var words = kinds.filter { kind in kind.marks.contains { text.contains($0) } }.map(\.words)
    if words.isEmpty, PQconnectionNeedsPassword(handle) == 1 { words = [noPassword] }
    return words.isEmpty ? "the connection failed; see the server's log" : words.joined(separator: ", or ")
  }

  private static let noPassword = "the server asks for a password, and the connection string has none"

  /// Parts of the texts of libpq and servers, which are English while the program sets no locale.
  private static let kinds: [(words: String, marks: [String])] = [
    ("a value in the connection string is invalid", ["invalid ", "could not match", "out of range"]),
    ("a host name was not found", ["could not translate host name", "could not parse network address"]),
    ("no server listens there", ["Connection refused", "No such file or directory"]),
    ("no network leads to the server", ["Network is unreachable", "No route to host"]),
    ("the server did not answer in time", ["timeout expired", "Connection timed out"]),
    (noPassword, ["no password supplied"]),
    (
      "the server refuses the user name or password",
      ["authentication failed", "no pg_hba.conf entry", "is not permitted to log in"]
    ),
    ("the user or the database does not exist", ["does not exist"]),
    ("the user lacks a privilege", ["permission denied"]),
    ("TLS with the server failed", ["SSL", "certificate"]),
    ("the server has no connection left", ["too many", "remaining connection slots"]),
    (
      "the server starts, stops or recovers",
      ["starting up", "shutting down", "recovery mode", "not yet accepting"]
    ),
    ("the server is read-only", ["session is read-only"]),
    (
      "the server closed the connection", ["server closed the connection", "Connection reset", "Broken pipe"]
    ),
  ]

  /// The outcome of a statement, by its SQLSTATE. The server's log has the details.
  static func ofState(_ state: String) -> String {
    switch (state, state.prefix(2)) {
    case ("25006", _): "the server is read-only"
    case ("42501", _): "the user lacks a privilege"
    case ("42601", _): "the statement has a syntax error"
    case ("42P01", _), ("42703", _): "a table or column is missing"
    case ("53100", _): "its disk is full"
    case ("55P03", _): "a lock was not free in time"
    case ("57014", _): "the statement was cancelled"
    case (_, "01"): "a warning"
    case (_, "08"): "the connection failed"
    case (_, "23"): "a constraint is violated"
    case (_, "28"): "the server refuses the user name or password"
    case (_, "40"): "the transaction was rolled back"
    case (_, "53"): "the server lacks memory, disk or connections"
    case (_, "57"): "the server was stopped or starts"
    case (_, "58"), (_, "XX"): "the server has an internal fault"
    default: "see the server's log"
    }
  }
}
