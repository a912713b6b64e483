import Favorites
import System

/// The rows of one show, and the statements that read and change them.
///
/// Programs from 0.8.0 on share the rows of favorites, and may delete those without any. Lists that visitors named in
/// versions 0.9 to 0.14 are rows of another table: they join the favorites when they are read, and each change removes
/// them.
struct FavoritesTable {
  let show: String

  private static let schema = Schema(
    table: "dramatis_schema", lock: 4_738_215_906,
    migrations: [
      [
        """
        CREATE TABLE dramatis_favorites (
          show text NOT NULL, visitor uuid NOT NULL, version bigint NOT NULL, day date NOT NULL,
          document text NOT NULL, PRIMARY KEY (show, visitor))
        """,
        "CREATE TABLE dramatis_keys (show text PRIMARY KEY, key text NOT NULL)",
        "CREATE INDEX dramatis_favorites_day ON dramatis_favorites (show, day)",
        "CREATE INDEX dramatis_favorites_empty ON dramatis_favorites (show, day) WHERE document = ''",
      ]
    ])

  /// The clocks by which lists expire, and a column that versions 0.10 to 0.14 use.
  private static let expirySchema = Schema(
    table: "dramatis_expiry_schema", lock: 4_738_215_909,
    migrations: [
      [
        "ALTER TABLE dramatis_favorites ADD COLUMN IF NOT EXISTS expired bigint",
        "CREATE TABLE dramatis_clocks (show text PRIMARY KEY, clock text NOT NULL)",
      ]
    ])

  /// A table that programs up to version 0.13.0 neither read nor write.
  private static let listsSchema = Schema(
    table: "dramatis_lists_schema", lock: 4_738_215_910,
    migrations: [
      [
        """
        CREATE TABLE dramatis_lists (
          show text NOT NULL, visitor uuid NOT NULL, version bigint NOT NULL, document text NOT NULL,
          PRIMARY KEY (show, visitor))
        """
      ]
    ])

  /// Creates or migrates all tables.
  static func prepare(_ connection: Connection) throws(PostgreSQLError) {
    for schema in [schema, expirySchema, listsSchema] { try schema.prepare(connection) }
  }

  struct Found {
    let list: Result<FavoriteList, FavoritesError>
    /// For a month: the use is to be recorded.
    let isUnusedForLong: Bool
  }

  func find(
    _ visitor: VisitorID, on connection: Connection, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> Found {
    let rows = try connection.run(
      """
      SELECT version, favorites.document, lists.document, day < CURRENT_DATE - 30
      FROM (SELECT $1::text AS show, $2::uuid AS visitor) AS owner
      LEFT JOIN dramatis_favorites AS favorites USING (show, visitor)
      LEFT JOIN (SELECT show, visitor, document FROM dramatis_lists) AS lists USING (show, visitor)
      """, [show, visitor.digits], until: deadline)
    let documents = [rows[0, 1], rows[0, 2]]
    return Found(
      list: Result { () throws(FavoritesError) in
        try list(documents, version: rows[0, 0]?.number(in: 0...Int.max) ?? 0, of: visitor)
      },
      isUnusedForLong: rows[0, 3] == "t")
  }

  /// The list of a row of favorites and one of lists, which versions 0.9 to 0.14 wrote: a change by this program takes
  /// both into the first.
  func list(
    _ documents: [String?], version: Int, of visitor: VisitorID
  ) throws(FavoritesError) -> FavoriteList {
    var list = FavoriteList()
    for document in documents.compactMap(\.self) where !document.isEmpty {
      let stored = try FavoriteList(stored: Array(document.utf8), show: show, place: "the list of \(visitor)")
      list = list.isEmpty ? stored : list.joined(with: stored)
    }
    list.version = version
    return list
  }

  /// The document of a row; empty for an empty list.
  func document(of list: FavoriteList) -> String {
    list.isEmpty ? "" : String(decoding: list.exported(show: show), as: UTF8.self)
  }

  /// Makes a change, again while other processes are faster.
  /// - Parameters:
  ///   - copy: the list in this process, which may be older than the row; nil if there is none.
  ///   - admit: whether one list may be replaced by another.
  /// - Returns: the stored list after it.
  func apply(
    _ change: FavoriteChange, for visitor: VisitorID, to copy: FavoriteList?, on connection: Connection,
    until deadline: ContinuousClock.Instant,
    admit: (FavoriteList, FavoriteList) throws(FavoritesError) -> Void
  ) throws(PostgreSQLError) -> Result<FavoriteList, FavoritesError> {
    var copy = copy
    while ContinuousClock.now < deadline {
      let found: Result<FavoriteList, FavoritesError>
      if let copy {
        found = .success(copy)
      } else {
        found = try find(visitor, on: connection, until: deadline).list
      }
      let changed = Result { () throws(FavoritesError) -> (FavoriteList, FavoriteList) in
        let old = try found.get()
        let new = try old.changed(by: change)
        try admit(old, new)
        return (old, new)
      }
      // An old copy may have nothing to change, or no room.
      switch changed {
      case .success((let old, let new)) where new == old: if copy == nil { return .success(old) }
      case .success((let old, var new)):
        if let version = try write(new, of: visitor, over: old.version, on: connection, until: deadline) {
          new.version = version
          return .success(new)
        }
      case .failure(let error): if copy == nil { return .failure(error) }
      }
      copy = nil
    }
    return .failure(.unavailable("other processes keep changing the list of \(visitor)"))
  }

  /// Writes a list over that of one version.
  /// - Returns: its new version; nil if the row has another version.
  private func write(
    _ list: FavoriteList, of visitor: VisitorID, over version: Int, on connection: Connection,
    until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> Int? {
    // A version is also a time, so that it compares with those of files and of other databases.
    let rows = try connection.run(
      Self.removingLists(
        version == 0
          ? """
          INSERT INTO dramatis_favorites (show, visitor, version, day, document)
          VALUES ($1, $2::uuid, extract(epoch FROM clock_timestamp())::bigint, CURRENT_DATE, $3)
          ON CONFLICT DO NOTHING
          """
          : """
          UPDATE dramatis_favorites SET day = CURRENT_DATE, document = $3, expired = NULL,
            version = greatest(version + 1, extract(epoch FROM clock_timestamp())::bigint)
          WHERE show = $1 AND visitor = $2::uuid AND version = $4::bigint
          """),
      [show, visitor.digits, document(of: list)] + (version == 0 ? [] : ["\(version)"]), until: deadline)
    return rows[0, 0]?.number(in: 0...Int.max)
  }

  /// A statement that writes the row of favorites, and with it removes that of lists, whose entries are in it.
  static func removingLists(_ statement: String) -> String {
    """
    WITH written AS (\(statement) RETURNING version), removed AS (
      DELETE FROM dramatis_lists WHERE show = $1 AND visitor = $2::uuid AND EXISTS (SELECT FROM written)
    ) SELECT version FROM written
    """
  }

  /// Deletes lists that were unused for 430 days of running time, and emptied ones after two.
  /// - Returns: the number of lists.
  func sweep(
    _ known: ExpiryClock?, on connection: Connection, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> (clock: ExpiryClock?, deleted: Int) {
    // Lists of today have the day of a clock that may be wrong.
    _ = try connection.run(
      """
      INSERT INTO dramatis_clocks (show, clock)
      SELECT $1, newest || ' ' || newest || ' 0' FROM (
        SELECT extract(epoch FROM max(day))::bigint AS newest FROM dramatis_favorites
        WHERE show = $1 AND day < CURRENT_DATE) AS days WHERE newest IS NOT NULL
      ON CONFLICT DO NOTHING
      """, [show], until: deadline)
    let rows = try connection.run(
      "SELECT clock FROM dramatis_clocks WHERE show = $1", [show], until: deadline)
    let running = Int(MonotonicClock.awake.seconds)
    guard let text = rows[0, 0], let shared = ExpiryClock(text, running: running) else { return (known, 0) }
    var clock = known ?? shared
    clock.advance(to: running, sharedWith: shared)
    // Another replica may be sweeping at the same time.
    let isAlone =
      try connection.run(
        "UPDATE dramatis_clocks SET clock = $2 WHERE show = $1 AND clock = $3", [show, clock.text, text],
        until: deadline
      ).affected == 1
    guard isAlone else { return (clock, 0) }
    // A clock that is behind deletes nothing either.
    let today = "least(to_timestamp(\(clock.time)), now())::date"
    // A database whose clock was not set has written days long before this.
    let first = "DATE '2020-09-13'"
    _ = try connection.run(
      "UPDATE dramatis_favorites SET day = \(today) WHERE show = $1 AND day < \(first) AND \(today) >= \(first)",
      [show], until: deadline)
    let days = (ExpiryClock.listAge + ExpiryClock.restAge) / 86_400
    let isDue = "show = $1 AND (day < \(today) - \(days) OR document = '' AND day < \(today) - 2)"
    let deleted = try connection.run(
      """
      WITH gone AS (
        DELETE FROM dramatis_favorites WHERE \(isDue) AND visitor IN (
          SELECT visitor FROM dramatis_favorites WHERE \(isDue) LIMIT 1000)
        RETURNING visitor, document
      ), lists AS (
        DELETE FROM dramatis_lists WHERE show = $1 AND visitor IN (SELECT visitor FROM gone WHERE document <> '')
      ) SELECT FROM gone WHERE document <> ''
      """, [show], until: deadline
    ).affected
    return (clock, deleted)
  }

  /// The key of all replicas.
  func key(
    on connection: Connection, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> VisitorKey {
    _ = try connection.run(
      "INSERT INTO dramatis_keys (show, key) VALUES ($1, $2) ON CONFLICT DO NOTHING",
      [show, VisitorKey().bytes.map(\.hexDigits).joined()], until: deadline)
    let rows = try connection.run("SELECT key FROM dramatis_keys WHERE show = $1", [show], until: deadline)
    let text = rows[0, 0] ?? ""
    let bytes = stride(from: 0, to: text.utf8.count, by: 2).compactMap { offset in
      text.dropFirst(offset).prefix(2).number(in: 0...UInt8.max, radix: 16)
    }
    guard let key = VisitorKey(bytes: bytes) else { throw .unfit("the key of \(show) is not a key") }
    return key
  }

  /// Records that a list was read, so that it is not swept.
  func touch(
    _ visitor: VisitorID, on connection: Connection, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) {
    _ = try connection.run(
      "UPDATE dramatis_favorites SET day = CURRENT_DATE, expired = NULL WHERE show = $1 AND visitor = $2::uuid",
      [show, visitor.digits], until: deadline)
  }
}
