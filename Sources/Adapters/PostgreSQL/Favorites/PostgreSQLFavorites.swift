internal import Dispatch
public import Favorites
internal import Synchronization

/// Favorites in a database that any number of processes share: one row a show and visitor, with a version.
///
/// A change replaces the row of the version that it was made of, and is made again if another was faster. A list
/// without favorites stays as an empty row for some days, so that versions never start again.
public final class PostgreSQLFavorites: FavoritesStore {
  let table: FavoritesTable
  private let reads: Bulkhead
  let changes: Bulkhead
  private let report: @Sendable (String) -> Void
  private let copies = Mutex(CopiedLists())
  /// Nil as long as it is not known whether the database has another.
  private let key = Mutex<VisitorKey?>(VisitorKey())
  private let hasEnded = Atomic(false)

  /// Connections, each with a thread; half of them read, so that changes that wait for a standby hold up no page.
  public static let defaultConnections = 4
  /// How long a page waits for its favorites.
  public static let readLimit = Duration.milliseconds(250)
  /// How long a change is waited for.
  public static let changeLimit = Duration.seconds(2)
  /// How often a change is tried that others get ahead of.
  static let tryLimit = 3
  /// Seconds after which a replica that has started without the database asks for the key again.
  private static let joinPause = 1.0

  /// - Parameters:
  ///   - readLimit: how long anybody waits for a list.
  ///   - changeLimit: how long anybody waits for a change.
  ///   - observe: told of each use of the database: whether it was a change, how it ended, how long it took.
  ///   - report: takes lines for the log, on any thread. They name no visitor in full, and no password.
  public init(
    _ database: ConnectionString, show: String, connections: Int = PostgreSQLFavorites.defaultConnections,
    readLimit: Duration = PostgreSQLFavorites.readLimit,
    changeLimit: Duration = PostgreSQLFavorites.changeLimit,
    observe: @escaping @Sendable (Bool, Bulkhead.Outcome, Duration) -> Void = { _, _, _ in },
    report: @escaping @Sendable (String) -> Void
  ) {
    table = FavoritesTable(show: show)
    self.report = report
    let isPrepared = Mutex(false)
    let prepare: @Sendable (Connection) throws(PostgreSQLError) -> Void = {
      (connection) throws(PostgreSQLError) in
      guard !isPrepared.withLock(\.self) else { return }
      try Schema.favorites.prepare(connection)
      isPrepared.withLock { $0 = true }
    }
    reads = Bulkhead(
      "reading favorites", threads: max(1, connections / 2), limit: readLimit, database,
      probe: "SELECT version FROM dramatis_schema", takesStandby: true, prepare: prepare,
      observe: { observe(false, $0, $1) },
      report: report)
    changes = Bulkhead(
      "saving favorites", threads: max(1, connections - connections / 2), limit: changeLimit, database,
      // Like a change, it waits for a standby where one is demanded.
      probe: "UPDATE dramatis_schema SET version = version", prepare: prepare,
      observe: { observe(true, $0, $1) }, report: report)
  }

  deinit { stop() }

  /// Ends its threads and connections, as soon as they have nothing to do.
  public func stop() {
    hasEnded.store(true, ordering: .relaxed)
    reads.stop()
    changes.stop()
  }

  /// Whether favorites can be neither read nor changed, or not changed, for the time being.
  public var isDegraded: Bool { reads.isOpen || changes.isOpen || visitorKey() == nil }

  /// Connects for the first time, and has the tables there and the key that all replicas share. A database that
  /// does not answer is reported and asked again and again: until then the key of an earlier start counts, and
  /// without one nobody's list is read or changed.
  /// - Parameter folder: where a copy of the key is, or a key that is offered to the database.
  /// - Throws: ``FavoritesError/refused(path:reason:)`` for a database of a newer program.
  public func start(keepingKeyIn folder: FavoritesFolder) throws(FavoritesError) {
    do throws(PostgreSQLError) {
      try join(folder)
    } catch {
      if case .unfit(let reason) = error { throw .refused(path: "the database", reason: reason) }
      report("favorites: \(error)\(folder.hasKey ? "" : "; pages come without them until it does")")
      key.withLock { $0 = folder.hasKey ? folder.key : nil }
      joinLater(folder)
    }
  }

  /// Takes the key that all replicas share, and keeps a copy.
  private func join(_ folder: FavoritesFolder) throws(PostgreSQLError) {
    let shared = try changes.run { [table] (connection, deadline) throws(PostgreSQLError) in
      try table.key(offering: folder.key, on: connection, until: deadline)
    }
    // Whoever sees that the key is known may count on the next start knowing it, too.
    do throws(FavoritesError) {
      try folder.keep(shared)
    } catch {
      report("favorites: \(error)")
    }
    key.withLock { $0 = shared }
  }

  private func joinLater(_ folder: FavoritesFolder) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.joinPause) { [weak self] in
      guard let self, !hasEnded.load(ordering: .relaxed) else { return }
      // While the circuit is open, its probe finds out.
      guard !changes.isOpen, (try? join(folder)) != nil else { return joinLater(folder) }
      report("favorites: the database answers; its key signs cookies from now on")
    }
  }

  public func visitorKey() -> VisitorKey? { key.withLock(\.self) }

  private func requireKey(_ visitor: VisitorID) throws(FavoritesError) {
    if visitor == .unchecked || visitorKey() == nil {
      throw .unavailable("the key of cookies is not known yet")
    }
  }

  // MARK: Reading

  public func rememberedList(of visitor: VisitorID) -> FavoriteList? {
    visitor == .unchecked ? nil : copies.withLock { $0.list(of: visitor) }
  }

  public func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    if let list = rememberedList(of: visitor) { return list }
    try requireKey(visitor)
    let found: FavoritesTable.Found
    do throws(PostgreSQLError) {
      found = try reads.run { [table] (connection, deadline) throws(PostgreSQLError) in
        try table.find(visitor, on: connection, until: deadline)
      }
    } catch {
      throw .unavailable("\(error)")
    }
    let list = try found.list.get()
    if found.isOfStandby, list.version < visitor.seen {
      throw .unavailable("the standby does not have what the browser has seen")
    }
    copies.withLock { $0.keep(list, of: visitor) }
    if found.isUnusedForLong { touch(visitor) }
    return list
  }

  /// Keeps a list from being swept that is read and never changed.
  private func touch(_ visitor: VisitorID) {
    DispatchQueue.global().async { [table, changes] in
      try? changes.run(key: visitor.digits) { (connection, deadline) throws(PostgreSQLError) in
        try table.touch(visitor, on: connection, until: deadline)
      }
    }
  }

  // MARK: Changing

  public func apply(
    _ change: FavoriteChange, for visitor: VisitorID
  ) throws(FavoritesError) -> FavoriteList {
    try requireKey(visitor)
    let changed: Result<FavoriteList, FavoritesError>
    do throws(PostgreSQLError) {
      changed = try changes.run(key: visitor.digits) {
        [self] (connection, deadline) throws(PostgreSQLError) in
        let copy = rememberedList(of: visitor)
        let changed = try table.apply(change, for: visitor, to: copy, on: connection, until: deadline)
        if let list = try? changed.get() { copies.withLock { $0.keep(list, of: visitor) } }
        return changed
      }
    } catch {
      // What is there now is not known any more.
      copies.withLock { $0.forget(visitor) }
      throw error.isOutcomeUnknown ? .unconfirmed("\(error)") : .unavailable("\(error)")
    }
    return try changed.get()
  }

  /// Removes some of the lists that nobody has used for 400 days, and of the rows that are empty.
  public func sweep() {
    do throws(PostgreSQLError) {
      try changes.run { [table] (connection, deadline) throws(PostgreSQLError) in
        try table.sweep(on: connection, until: deadline)
      }
    } catch {
      report("favorites: nothing was swept: \(error)")
    }
  }
}
