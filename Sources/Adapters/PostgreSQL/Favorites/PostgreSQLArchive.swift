public import Favorites
import System

/// The rows of a show, for moving them to another store and back while replicas serve from them.
public final class PostgreSQLArchive: FavoritesArchive {
  /// Rows that are read together.
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

  @discardableResult
  private func run(_ statement: String, _ parameters: [String?] = []) throws(PostgreSQLError) -> Rows {
    try connection.run(statement, parameters, until: .now + Self.limit)
  }

  public func forEach(
    _ body: (Result<FavoritesRecord, FavoritesError>) -> Void
  ) throws(PostgreSQLError) {
    try run("BEGIN")
    // A list of versions 0.9 to 0.14 may have no row of favorites.
    try run(
      """
      DECLARE found CURSOR FOR SELECT replace(visitor::text, '-', ''), coalesce(starred.version, lists.version),
        coalesce(day, to_timestamp(lists.version)::date), starred.document, lists.document
      FROM (SELECT * FROM dramatis_favorites WHERE show = $1) AS starred
      FULL JOIN (SELECT * FROM dramatis_lists WHERE show = $1) AS lists USING (visitor) ORDER BY visitor
      """, [table.show])
    while true {
      let rows = try run("FETCH \(Self.batch) FROM found")
      if rows.count == 0 { break }
      for row in 0..<rows.count {
        do throws(FavoritesError) {
          if let record = try record(rows, row) { body(.success(record)) }
        } catch {
          body(.failure(error))
        }
      }
    }
    try run("COMMIT")
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
    try run("BEGIN")
    for record in records {
      taken += try run(
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
        ]
      ).affected
    }
    try run("COMMIT")
    return taken
  }
}
