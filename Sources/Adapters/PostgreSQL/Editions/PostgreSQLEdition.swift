import Dispatch
public import Feeds
import FoundationEssentials
public import System

/// The edition of a show in a database: one row for each set of feeds, with the last answer and the lease of the
/// replica that asks. All times are the database's.
///
/// The lease only saves requests: without it two replicas would ask, and the later answer would win. So no statement
/// waits for a standby.
public final class PostgreSQLEdition: SharedEdition {
  /// Separate from the tables of favorites, so that programs which share no editions can use those.
  private static let schema = Schema(
    table: "dramatis_editions_schema", lock: 4_738_215_907,
    migrations: [
      [
        """
        CREATE TABLE dramatis_editions (
          show text NOT NULL, feed text NOT NULL, holder text NOT NULL, lease timestamptz NOT NULL,
          source integer, taken timestamptz, digest text, answer bytea, ids bytea, PRIMARY KEY (show, feed))
        """
      ]
    ])

  private let show: String
  private let feed: String
  /// Identifies this replica until its restart.
  private let holder: String
  private let sizeLimit: Int
  private let bulkhead: Bulkhead

  /// Seconds after which a lease expires unless it is renewed.
  static let leaseTime = 30
  /// Seconds between renewals while the sources are asked.
  private static let renewal = 10
  /// Bytes of an answer, and of its ids, each compressed. A larger answer is fetched by each replica.
  public static let sizeLimit = 32 << 20
  /// Bytes of either after decompression: the limit of all feeds.
  private static let contentLimit = 256 << 20
  /// The time that reading or writing an answer takes at most.
  private static let answerLimit = Duration.seconds(30)
  /// Days after which an unused row is deleted.
  private static let keptDays = 30

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
        probe: "SELECT version FROM dramatis_editions_schema"),
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
        "SELECT \(Self.head) FROM dramatis_editions WHERE show = $1 AND feed = $2 AND $3 <> ''")
      guard rows.count == 0, leading else {
        return SharedView(head: rows.count == 1 ? Self.head(rows) : nil, isLeading: false)
      }
      let made = try run(
        """
        INSERT INTO dramatis_editions (show, feed, holder, lease)
        VALUES ($1, $2, $3, clock_timestamp() + interval '\(Self.leaseTime) seconds') ON CONFLICT DO NOTHING
        """)
      return SharedView(head: nil, isLeading: made.affected == 1)
    }
  }

  /// Takes the lease if it is free, or renews it.
  private static let renewing = """
    UPDATE dramatis_editions
    SET holder = $3, lease = clock_timestamp() + interval '\(leaseTime) seconds'
    WHERE show = $1 AND feed = $2 AND (holder = $3 OR lease < clock_timestamp())
    """

  private static let head = """
    digest, source, extract(epoch FROM taken)::bigint,
    extract(epoch FROM clock_timestamp() - taken)::bigint, answer IS NOT NULL
    """

  private static func head(_ rows: Rows) -> SharedHead? {
    guard let digest = rows[0, 0].flatMap({ FeedAnswer.Digest(text: $0) }),
      let source = rows[0, 1].flatMap({ Int($0) }), let takenAt = rows[0, 2].flatMap({ Int($0) }),
      let age = rows[0, 3].flatMap({ Int($0) })
    else { return nil }
    return SharedHead(
      digest: digest, source: source, takenAt: takenAt, age: age, isShared: rows[0, 4] == "t")
  }

  public func answer() throws(SharedEditionError) -> SharedAnswer? {
    let rows = try run(within: Self.answerLimit) {
      [show, feed] (connection, deadline) throws(PostgreSQLError) in
      try connection.run(
        """
        SELECT digest, source, encode(answer, 'base64'), encode(ids, 'base64') FROM dramatis_editions
        WHERE show = $1 AND feed = $2 AND answer IS NOT NULL
        """, [show, feed], until: deadline)
    }
    guard let digest = rows[0, 0].flatMap({ FeedAnswer.Digest(text: $0) }),
      let source = rows[0, 1].flatMap({ Int($0) }), let answer = rows[0, 2], let ids = rows[0, 3]
    else { return nil }
    return SharedAnswer(
      digest: digest, source: source, bytes: try Self.unpacked(answer), ids: try Self.unpacked(ids))
  }

  public func share(_ answer: SharedAnswer, age: Int) throws(SharedEditionError) -> Int? {
    let digest = answer.digest.text
    let confirmed = try run(within: Self.answerLimit) {
      [show, feed, holder] (connection, deadline) throws(PostgreSQLError) in
      try connection.run(
        """
        UPDATE dramatis_editions SET \(Self.taken("$5")) WHERE show = $1 AND feed = $2 AND holder = $3
          AND digest = $4 AND source = $6::integer RETURNING extract(epoch FROM taken)::bigint
        """, [show, feed, holder, digest, "\(age)", "\(answer.source)"], until: deadline)[0, 0]
    }
    if let confirmed { return Int(confirmed) }
    let (packed, ids) = (packed(answer.bytes), packed(answer.ids))
    let isShared = packed != nil && ids != nil
    let taken = try run(within: Self.answerLimit) {
      [show, feed, holder] (connection, deadline) throws(PostgreSQLError) in
      _ = try connection.run(
        """
        DELETE FROM dramatis_editions
        WHERE show = $1 AND lease < clock_timestamp() - interval '\(Self.keptDays) days'
        """, [show], until: deadline)
      return try connection.run(
        """
        UPDATE dramatis_editions SET \(Self.taken("$5")), digest = $4, source = $6::integer,
          answer = decode($7, 'base64'), ids = decode($8, 'base64')
        WHERE show = $1 AND feed = $2 AND holder = $3 RETURNING extract(epoch FROM taken)::bigint
        """,
        [
          show, feed, holder, digest, "\(age)", "\(answer.source)", isShared ? packed : nil,
          isShared ? ids : nil,
        ], until: deadline)[0, 0]
    }
    return taken.flatMap { Int($0) }
  }

  private static func taken(_ age: String) -> String {
    "taken = clock_timestamp() - \(age)::bigint * interval '1 second'"
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

  private func run<Result: Sendable>(
    within limit: Duration? = nil,
    _ body: @escaping @Sendable (Connection, ContinuousClock.Instant) throws(PostgreSQLError) -> Result
  ) throws(SharedEditionError) -> Result {
    do throws(PostgreSQLError) {
      return try bulkhead.run(within: limit, body)
    } catch {
      throw SharedEditionError("\(error)")
    }
  }

  // MARK: Bytes in a statement

  /// Nil if there are too many bytes to share.
  private func packed(_ bytes: [UInt8]) -> String? {
    guard let packed = Gzip.compress(bytes), packed.count <= sizeLimit else { return nil }
    return Data(packed).base64EncodedString()
  }

  private static func unpacked(_ text: String) throws(SharedEditionError) -> [UInt8] {
    guard let packed = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
      let bytes = try? Gzip.decompress(Array(packed), limit: contentLimit)
    else { throw SharedEditionError("the shared answer is damaged") }
    return bytes
  }
}
