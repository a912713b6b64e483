public import Feeds
import Glibc
public import System

/// Lists that queries of a database give, read in transactions that change nothing, by a user who is no superuser.
public struct PostgreSQLLists: FeedDatabase {
  private let string: ConnectionString
  /// Seconds of a query, with the transfer of its rows.
  private let limit: Int

  /// Seconds between two attempts to connect for notifications.
  private static let pause = 5.0
  /// Seconds in which further notifications count as the same.
  private static let gathering = 1.0
  /// Seconds of the statements beside the query.
  private static let patience = Duration.seconds(10)

  public init(_ string: ConnectionString, limit: Int = 120) { (self.string, self.limit) = (string, limit) }

  public func rows(of query: String, bytes: Int) throws(FeedError) -> Numbers<UInt8> {
    var rows = NumberWriter<UInt8>()
    let work = LongWork("reading the database", in: .things("rows"))
    let display = ProgressDisplay.current
    var (count, isTooLarge) = (0, false)
    do throws(PostgreSQLError) {
      let connection = try open()
      _ = try connection.run("BEGIN READ ONLY", until: .now + Self.patience)
      _ = try connection.run("SET LOCAL statement_timeout = '\(limit)s'", until: .now + Self.patience)
      // A query that ends with a comment ends at the line's end.
      let statement = "SELECT row_to_json(entry) FROM (\(Self.trimmed(query))\n) AS entry"
      try connection.stream(statement, whileWanted: { !isTooLarge && display?.goesOn != false }) { row in
        isTooLarge = rows.count + row.count >= bytes
        guard !isTooLarge else { return }
        Self.append(row, to: &rows)
        count += 1
        work.reach(count)
      }
    } catch {
      if isTooLarge { throw .refused("the rows of the query hold more than \(bytes >> 30) GB") }
      if display?.goesOn == false { throw .fetch(.cancelled) }
      throw .refused(Self.reason(error, limit))
    }
    return rows.numbers()
  }

  public func listen(
    to channel: String, log: any Log, whileWanted isWanted: () -> Bool, _ notified: () -> Void
  ) {
    var isLost = false
    while isWanted() {
      do throws(PostgreSQLError) {
        let connection = try open()
        let name = channel.replacing("\"", with: "\"\"")
        _ = try connection.run("LISTEN \"\(name)\"", until: .now + Self.patience)
        // Some may have been missed.
        if isLost {
          log.warning("feed: the database notifies again")
          notified()
        }
        isLost = false
        while isWanted() {
          try connection.awaitNotification(whileWanted: isWanted)
          notified()
          Self.sleep(Self.gathering, isWanted)
        }
      } catch {
        if !isLost, isWanted() { log.warning("feed: no notifications until the next connection: \(error)") }
        isLost = true
      }
      Self.sleep(Self.pause, isWanted)
    }
  }

  private func open() throws(PostgreSQLError) -> Connection {
    let connection = try Connection(string, to: .any)
    let answer = try connection.run("SELECT current_setting('is_superuser')", until: .now + Self.patience)
    guard answer[0, 0] == "off" else {
      throw .unfit("its user is a superuser; lists are read by a user who may only read their tables")
    }
    return connection
  }

  private static func reason(_ error: PostgreSQLError, _ limit: Int) -> String {
    switch error {
    case .refused("57014", _): "the query takes more than \(limit) s"
    // A read-only transaction says the same as a standby.
    case .unavailable(FaultWords.ofState("25006")): "the query must only read"
    default: "\(error)"
    }
  }

  /// Without white space and semicolons at the end.
  private static func trimmed(_ query: String) -> Substring {
    var query = query[...]
    while let last = query.last, last.isWhitespace || last == ";" { query.removeLast() }
    return query
  }

  /// Appends a row as a line. Line breaks in JSON are white space.
  private static func append(_ row: UnsafeBufferPointer<UInt8>, to rows: inout NumberWriter<UInt8>) {
    let (newline, space) = (UInt8(ascii: "\n"), UInt8(ascii: " "))
    if row.contains(newline) {
      rows.append(row.lazy.map { $0 == newline ? space : $0 })
    } else {
      rows.append(row)
    }
    rows.append(newline)
  }

  private static func sleep(_ seconds: Double, _ isWanted: () -> Bool) {
    var left = seconds
    while left > 0, isWanted() {
      usleep(250_000)
      left -= 0.25
    }
  }
}
