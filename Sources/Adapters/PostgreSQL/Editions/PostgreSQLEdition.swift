import Dispatch
public import Feeds
public import System

/// The edition of a show in a database: one row for each set of feeds, with the lease of the replica that asks and
/// the identity of the last answer, whose pieces are rows of another table. All times are the database's.
///
/// The lease only saves requests: without it two replicas would ask, and the later answer would win. So no statement
/// waits for a standby.
public final class PostgreSQLEdition: SharedEdition {
  /// Separate from the tables of favorites, so that programs which share no editions can use those, and from
  /// `dramatis_editions`, which replicas up to 0.5.0 share among themselves.
  private static let schema = Schema(
    table: "dramatis_shared_schema", lock: 4_738_215_908,
    migrations: [
      [
        """
        CREATE TABLE dramatis_shared (
          show text NOT NULL, feed text NOT NULL, holder text NOT NULL, lease timestamptz NOT NULL,
          source integer, taken timestamptz, digest text, edition text, ids integer, pieces integer,
          size bigint, PRIMARY KEY (show, feed))
        """,
        """
        CREATE TABLE dramatis_pieces (
          show text NOT NULL, feed text NOT NULL, edition text NOT NULL, number integer NOT NULL,
          bytes bytea NOT NULL, PRIMARY KEY (show, feed, edition, number))
        """,
      ]
    ])

  let show: String
  let feed: String
  /// Identifies this replica until its restart.
  let holder: String
  let sizeLimit: Int
  private let bulkhead: Bulkhead

  /// Seconds after which a lease expires unless it is renewed.
  static let leaseTime = 30
  /// Seconds between renewals while the sources are asked.
  private static let renewal = 10
  /// Bytes of an answer and its ids. A larger answer is fetched by each replica.
  public static let sizeLimit = 8 << 30

  /// - Parameters:
  ///   - feed: identifies the show's feeds: replicas with other settings share another edition.
  ///   - lookLimit: the time that a look or a lease takes at most.
  public init(
    _ database: ConnectionString, show: String, feed: String, sizeLimit: Int = PostgreSQLEdition.sizeLimit,
    lookLimit: Duration = .seconds(2), meter: (any CallMeter)? = nil, log: any Log
  ) {
    (self.show, self.feed, self.sizeLimit) = (show, feed, sizeLimit)
    holder = String(UInt64.random(in: 0 ... .max), radix: 36)
    bulkhead = Bulkhead(
      Bulkhead.Work(
        use: .edition, name: "sharing the edition", threads: 1, limit: lookLimit,
        probe: "SELECT version FROM dramatis_shared_schema"),
      database, meter: meter, log: log
    ) { (connection) throws(PostgreSQLError) in
      try Self.schema.prepare(connection)
      _ = try connection.run("SET synchronous_commit TO local", until: .now + lookLimit)
    }
  }

  deinit { stop() }

  /// Ends its connection; the lease expires.
  public func stop() { bulkhead.stop() }

  public func look(leading: Bool) throws(SharedEditionError) -> SharedView {
    try run { [show, feed, holder] (connection, deadline) throws(PostgreSQLError) in
      func run(_ statement: String) throws(PostgreSQLError) -> Rows {
        try connection.run(statement, [show, feed, holder], until: deadline)
      }
      if leading {
        let rows = try run(Self.renewing + " RETURNING \(Self.head)")
        if rows.count == 1 { return SharedView(head: Self.head(rows), isLeading: true) }
      }
      // The server requires a use of the third parameter.
      let rows = try run(
        "SELECT \(Self.head) FROM dramatis_shared WHERE show = $1 AND feed = $2 AND $3 <> ''")
      guard rows.count == 0, leading else {
        return SharedView(head: rows.count == 1 ? Self.head(rows) : nil, isLeading: false)
      }
      let made = try run(
        """
        INSERT INTO dramatis_shared (show, feed, holder, lease)
        VALUES ($1, $2, $3, clock_timestamp() + interval '\(Self.leaseTime) seconds') ON CONFLICT DO NOTHING
        """)
      return SharedView(head: nil, isLeading: made.affected == 1)
    }
  }

  /// Takes the lease if it is free, or renews it.
  static let renewing = """
    UPDATE dramatis_shared
    SET holder = $3, lease = clock_timestamp() + interval '\(leaseTime) seconds'
    WHERE show = $1 AND feed = $2 AND (holder = $3 OR lease < clock_timestamp())
    """

  private static let head = """
    digest, source, extract(epoch FROM taken)::bigint,
    extract(epoch FROM clock_timestamp() - taken)::bigint, edition IS NOT NULL
    """

  private static func head(_ rows: Rows) -> SharedHead? {
    guard let digest = rows[0, 0].flatMap({ FeedAnswer.Digest(text: $0) }),
      let source = rows[0, 1]?.number(in: 0...1_000), let takenAt = rows[0, 2]?.number(in: 0...1 << 40),
      let age = rows[0, 3]?.number(in: -1 << 40...1 << 40)
    else { return nil }
    return SharedHead(
      digest: digest, source: source, takenAt: takenAt, age: age, isShared: rows[0, 4] == "t")
  }

  public func leading<Result>(_ body: () -> Result) -> Result {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "dramatis.lease"))
    timer.schedule(deadline: .now() + .seconds(Self.renewal), repeating: .seconds(Self.renewal))
    timer.setEventHandler { [weak self] in self?.renew() }
    timer.resume()
    defer { timer.cancel() }
    return body()
  }

  /// If a renewal fails, the next one succeeds or another replica takes the lease.
  private func renew() {
    _ = try? run { [show, feed, holder] (connection, deadline) throws(PostgreSQLError) in
      try connection.run(Self.renewing, [show, feed, holder], until: deadline)
    }
  }

  func run<Result: Sendable>(
    within limit: Duration? = nil,
    _ body: @escaping @Sendable (Connection, ContinuousClock.Instant) throws(PostgreSQLError) -> Result
  ) throws(SharedEditionError) -> Result {
    do throws(PostgreSQLError) {
      return try bulkhead.run(within: limit, body)
    } catch {
      throw SharedEditionError("\(error)")
    }
  }
}
