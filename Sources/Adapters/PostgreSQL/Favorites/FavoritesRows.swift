public import Favorites

/// The rows of a show, for moving them to another store and back beside the replicas that serve from them.
public final class FavoritesRows {
  /// Rows that are read, or written and made durable, at once.
  public static let batch = 200
  /// Seconds that a statement may take: moving is not in a hurry.
  private static let limit = Duration.seconds(60)

  private let connection: Connection
  private let show: String

  /// Connects, and has the tables there.
  public init(_ database: ConnectionString, show: String) throws(PostgreSQLError) {
    connection = try Connection(database)
    self.show = show
    try Schema.favorites.prepare(connection)
  }

  /// Offers the key that has signed the ids of lists to be taken; the key of the database stays if it has one.
  /// - Returns: the database's.
  public func key(offering own: VisitorKey) throws(PostgreSQLError) -> VisitorKey {
    try FavoritesTable(show: show).key(offering: own, on: connection, until: .now + Self.limit)
  }

  /// Hands over all lists, one by one.
  /// - Parameter report: takes a line for each row that is left out.
  public func forEach(
    _ body: (FavoritesRecord) -> Void, report: (String) -> Void
  ) throws(PostgreSQLError) {
    var last: String?
    while true {
      let rows = try connection.run(
        """
        SELECT replace(visitor::text, '-', ''), version, day, document FROM dramatis_favorites
        WHERE show = $1 AND ($2::uuid IS NULL OR visitor > $2::uuid) ORDER BY visitor LIMIT \(Self.batch)
        """, [show, last], until: .now + Self.limit)
      for row in 0..<rows.count {
        do throws(FavoritesError) {
          if let record = try record(rows, row) { body(record) }
        } catch {
          report("\(error)")
        }
      }
      guard rows.count == Self.batch else { return }
      last = rows[rows.count - 1, 0]
    }
  }

  private func record(_ rows: Rows, _ row: Int) throws(FavoritesError) -> FavoritesRecord? {
    guard let visitor = rows[row, 0].flatMap({ VisitorID($0) }), let day = rows[row, 2],
      let version = rows[row, 1].flatMap({ Int($0) }), let document = rows[row, 3]
    else { return nil }
    let list =
      document.isEmpty
      ? FavoriteList()
      : try FavoriteList(stored: Array(document.utf8), show: show, place: "the list of \(visitor)")
    return FavoritesRecord(visitor: visitor, version: version, day: day, list: list)
  }

  /// Takes lists, all or none, but for those of which one as new is there.
  /// - Returns: how many it took.
  public func take(_ records: [FavoritesRecord]) throws(PostgreSQLError) -> Int {
    var taken = 0
    _ = try connection.run("BEGIN", until: .now + Self.limit)
    for record in records {
      let document =
        record.list.isEmpty ? "" : String(decoding: record.list.exported(show: show), as: UTF8.self)
      taken += try connection.run(
        """
        INSERT INTO dramatis_favorites AS there (show, visitor, version, day, document)
        VALUES ($1, $2::uuid, $3::bigint, $4::date, $5)
        ON CONFLICT (show, visitor) DO UPDATE
        SET version = excluded.version, day = excluded.day, document = excluded.document
        WHERE there.version < excluded.version
        """, [show, record.visitor.digits, "\(record.version)", record.day, document],
        until: .now + Self.limit
      ).affected
    }
    _ = try connection.run("COMMIT", until: .now + Self.limit)
    return taken
  }
}
