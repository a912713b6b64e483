/// Why a database did not do what it was asked for; one sentence, for the log.
public enum PostgreSQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A text that libpq does not understand. It may hold a password, so nothing of it is repeated.
  case notAConnectionString
  /// There is no connection to be had in time: nothing was asked for.
  case unavailable(String)
  /// The database is not one that this program can work with.
  case unfit(String)
  /// The server has refused the statement, and changed nothing.
  case refused(state: String, reason: String)
  /// The deadline has passed, and the socket is closed; what was asked for may be done or not.
  case timedOut
  /// The connection broke before the answer; what was asked for may be done or not.
  case lost(String)
  /// The statement was done with a warning: perhaps no standby has what was changed.
  case warned(String)

  /// Whether what was asked for may have been done all the same.
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
    case .warned(let reason): "the database has warned: \(reason)"
    }
  }
}
