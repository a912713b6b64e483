import Favorites

/// The rows of one show, and what is asked of them.
struct FavoritesTable {
  let show: String

  /// Rows that one sweep removes.
  private static let sweepLimit = 100

  struct Found {
    let list: Result<FavoriteList, FavoritesError>
    /// For a month: time to note that the list is used.
    let isUnusedForLong: Bool
    /// Whether it comes from a standby, which may have an older one than the primary.
    let isOfStandby: Bool
  }

  func find(
    _ visitor: VisitorID, on connection: Connection, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> Found {
    let rows = try connection.run(
      """
      SELECT version, document, day < CURRENT_DATE - 30 FROM dramatis_favorites
      WHERE show = $1 AND visitor = $2::uuid
      """, [show, visitor.digits], until: deadline)
    return Found(
      list: list(of: visitor, rows[0, 0], rows[0, 1]), isUnusedForLong: rows[0, 2] == "t",
      isOfStandby: connection.isStandIn)
  }

  private func list(
    of visitor: VisitorID, _ version: String?, _ document: String?
  ) -> Result<FavoriteList, FavoritesError> {
    Result { () throws(FavoritesError) in
      var list = FavoriteList()
      if let document, !document.isEmpty {
        list = try FavoriteList(stored: Array(document.utf8), show: show, place: "the list of \(visitor)")
      }
      list.version = version.flatMap { Int($0) } ?? 0
      return list
    }
  }

  /// Makes a change.
  /// - Parameter copy: the list as this process has it, which may be older than the row; nil if it has none.
  /// - Returns: the list as it is stored then.
  func apply(
    _ change: FavoriteChange, for visitor: VisitorID, to copy: FavoriteList?, on connection: Connection,
    until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> Result<FavoriteList, FavoritesError> {
    if let copy, case .success(var new) = copy.changed(by: change), new != copy,
      let version = try write(new, of: visitor, over: copy.version, on: connection, until: deadline)
    {
      new.version = version
      return .success(new)
    }
    for _ in (copy == nil ? 0 : 1)..<PostgreSQLFavorites.tryLimit {
      let found = try find(visitor, on: connection, until: deadline).list
      guard case .success(let old) = found else { return found }
      let changed = old.changed(by: change)
      guard case .success(var new) = changed else { return changed }
      if new == old { return .success(old) }
      if let version = try write(new, of: visitor, over: old.version, on: connection, until: deadline) {
        new.version = version
        return .success(new)
      }
    }
    return .failure(.unavailable("others change the list of \(visitor) at the same time"))
  }

  /// Writes a list over that of one version.
  /// - Returns: its new version; nil if another version is there.
  private func write(
    _ list: FavoriteList, of visitor: VisitorID, over version: Int, on connection: Connection,
    until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> Int? {
    let document = list.isEmpty ? "" : String(decoding: list.exported(show: show), as: UTF8.self)
    // A version is also a time, so that those of files and of other databases compare with it.
    let rows = try connection.run(
      version == 0
        ? """
        INSERT INTO dramatis_favorites (show, visitor, version, day, document)
        VALUES ($1, $2::uuid, extract(epoch FROM clock_timestamp())::bigint, CURRENT_DATE, $3)
        ON CONFLICT DO NOTHING RETURNING version
        """
        : """
        UPDATE dramatis_favorites SET day = CURRENT_DATE, document = $3,
          version = greatest(version + 1, extract(epoch FROM clock_timestamp())::bigint)
        WHERE show = $1 AND visitor = $2::uuid AND version = $4::bigint RETURNING version
        """,
      [show, visitor.digits, document] + (version == 0 ? [] : ["\(version)"]), until: deadline)
    return rows[0, 0].flatMap { Int($0) }
  }

  /// The key of all replicas.
  /// - Parameter own: becomes the key if there is none yet.
  func key(
    offering own: VisitorKey, on connection: Connection, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> VisitorKey {
    let digits = own.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    _ = try connection.run(
      "INSERT INTO dramatis_keys (show, key) VALUES ($1, $2) ON CONFLICT DO NOTHING", [show, digits],
      until: deadline)
    let text = try connection.run("SELECT key FROM dramatis_keys WHERE show = $1", [show], until: deadline)[
      0, 0]
    let bytes = stride(from: 0, to: text?.utf8.count ?? 0, by: 2).compactMap { offset in
      UInt8((text ?? "").dropFirst(offset).prefix(2), radix: 16)
    }
    guard let key = VisitorKey(bytes: bytes) else { throw .unfit("the key of \(show) is not a key") }
    return key
  }

  func touch(
    _ visitor: VisitorID, on connection: Connection, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) {
    _ = try connection.run(
      "UPDATE dramatis_favorites SET day = CURRENT_DATE WHERE show = $1 AND visitor = $2::uuid",
      [show, visitor.digits], until: deadline)
  }

  func sweep(
    on connection: Connection, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) {
    for condition in ["day < CURRENT_DATE - 400", "document = '' AND day < CURRENT_DATE - 2"] {
      _ = try connection.run(
        """
        DELETE FROM dramatis_favorites WHERE show = $1 AND \(condition) AND visitor IN (
          SELECT visitor FROM dramatis_favorites WHERE show = $1 AND \(condition) LIMIT \(Self.sweepLimit))
        """, [show], until: deadline)
    }
  }
}

extension FavoriteList {
  fileprivate func changed(by change: FavoriteChange) -> Result<FavoriteList, FavoritesError> {
    Result { () throws(FavoritesError) in try applying(change) }
  }
}

extension Schema {
  static let favorites = Schema(
    versionIn: "dramatis_schema", lock: 4_738_215_906,
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
}
