public import Favorites
import System

/// The rows of a show, for moving them to another store and back while replicas serve from them.
public final class FavoritesRows: FavoritesArchive {
  /// Rows that are read, or written and made durable, together.
  public static let batch = 200
  /// The time of a statement at most: moving is not urgent.
  private static let limit = Duration.seconds(60)

  private let connection: Connection
  private let table: FavoritesTable

  /// Connects, and creates the tables.
  public init(_ database: ConnectionString, show: String) throws(PostgreSQLError) {
    connection = try Connection(database)
    table = FavoritesTable(show: show)
    try FavoritesTable.prepare(connection)
  }

  public func offer(_ key: VisitorKey) throws(PostgreSQLError) {
    _ = try table.key(offering: key, on: connection, until: .now + Self.limit)
  }

  public func forEach(
    _ body: (Result<FavoritesRecord, FavoritesError>) -> Void
  ) throws(PostgreSQLError) {
    try table.insertMissingRows(.max, on: connection, until: .now + Self.limit)
    var last: String?
    while true {
      let rows = try connection.run(
        """
        SELECT replace(visitor::text, '-', ''), favorites.version, day, favorites.document, lists.document
        FROM dramatis_favorites AS favorites LEFT JOIN dramatis_lists AS lists USING (show, visitor)
        WHERE show = $1 AND ($2::uuid IS NULL OR visitor > $2::uuid) ORDER BY visitor LIMIT \(Self.batch)
        """, [table.show, last], until: .now + Self.limit)
      for row in 0..<rows.count {
        do throws(FavoritesError) {
          if let record = try record(rows, row) { body(.success(record)) }
        } catch {
          body(.failure(error))
        }
      }
      guard rows.count == Self.batch else { return }
      last = rows[rows.count - 1, 0]
    }
  }

  private func record(_ rows: Rows, _ row: Int) throws(FavoritesError) -> FavoritesRecord? {
    guard let visitor = rows[row, 0].flatMap({ VisitorID($0) }), let day = rows[row, 2],
      let version = rows[row, 1]?.number(in: 0...Int.max)
    else { return nil }
    let list = try table.list([rows[row, 3], rows[row, 4]], version: version, of: visitor)
    return FavoritesRecord(visitor: visitor, version: version, day: day, list: list)
  }

  /// Stores all lists or none, except those that the database has in the same or a higher version.
  public func take(_ records: [FavoritesRecord]) throws(PostgreSQLError) -> Int {
    var taken = 0
    _ = try connection.run("BEGIN", until: .now + Self.limit)
    for record in records {
      taken += try connection.run(
        FavoritesTable.removingLists(
          """
          INSERT INTO dramatis_favorites AS there (show, visitor, document, version, day)
          VALUES ($1, $2::uuid, $3, $4::bigint, $5::date)
          ON CONFLICT (show, visitor) DO UPDATE
          SET version = excluded.version, day = excluded.day, document = excluded.document, expired = NULL
          WHERE there.version < excluded.version
          """),
        [
          table.show, record.visitor.digits, table.document(of: record.list), "\(record.version)", record.day,
        ], until: .now + Self.limit
      ).affected
    }
    _ = try connection.run("COMMIT", until: .now + Self.limit)
    return taken
  }
}
