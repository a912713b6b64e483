internal import Dispatch
public import Favorites
internal import Synchronization
public import System

/// Favorites in a database that any number of processes share: a row for each show and visitor, with a version.
///
/// A change replaces the row of the version that it was based on, and is repeated if another process was faster. An
/// empty list stays as an empty row for some days, so that versions never start again.
public final class PostgreSQLFavorites: FavoritesStore {
  private let table: FavoritesTable
  private let pool: Pool
  private let shares: NetworkShares
  private let log: any Log
  /// A change by another process shows in another tab after 60 seconds at the latest.
  private let recent = Mutex(RecentLists(age: 60))
  private let known: Known

  /// Values that were read from the database once.
  private final class Known: Sendable {
    let key = Mutex<VisitorKey?>(nil)
    let clock = Mutex<ExpiryClock?>(nil)
  }

  /// Bytes of all lists, of which one network may add a share in a day.
  private let room: Int

  /// - Parameters:
  ///   - limit: the time that a page or a change waits for the database at most.
  ///   - log: its lines name no visitor in full, and no password.
  public init(
    _ database: ConnectionString, show: String, room: Int = 256 << 20, limit: Duration = .seconds(1),
    log: any Log
  ) {
    let (table, known) = (FavoritesTable(show: show), Known())
    (self.table, self.known, self.room, self.log) = (table, known, room, log)
    shares = NetworkShares(of: room, running: { Int(MonotonicClock.awake.seconds) }, log: log)
    pool = Pool(database, limit: limit, log: log) { connection throws(PostgreSQLError) in
      if known.key.withLock({ $0 != nil }) { return }
      try FavoritesTable.prepare(connection)
      let key = try table.key(on: connection, until: .now + limit)
      known.key.withLock { $0 = key }
    }
  }

  deinit { stop() }

  /// Ends its threads and connections as soon as they are idle.
  public func stop() { pool.stop() }

  /// Whether reading or changing favorites fails at present.
  public var isDegraded: Bool { pool.isDegraded }

  /// Waits for the first connection, which creates the tables. If the database does not answer, that is logged.
  /// - Throws: ``FavoritesError/refused(path:reason:)`` for a database of a newer program.
  public func start() throws(FavoritesError) {
    do throws(PostgreSQLError) {
      try pool.run(.read) { _, _ throws(PostgreSQLError) in }
    } catch {
      if case .unfit(let reason) = error { throw .refused(path: "the database", reason: reason) }
      log.warning("favorites: \(error); pages come without them until it answers")
    }
  }

  public func visitorKey() -> VisitorKey? { known.key.withLock(\.self) }

  // MARK: Reading

  public func rememberedList(of visitor: VisitorID) -> FavoriteList? {
    guard let list = recent.withLock({ $0.list(of: visitor, now: now) }), list.version >= visitor.seen
    else { return nil }
    return list
  }

  private var now: Int { Int(MonotonicClock.sinceBoot.seconds) }

  public func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    if let list = rememberedList(of: visitor) { return list }
    let found: FavoritesTable.Found
    do throws(PostgreSQLError) {
      found = try pool.run(.read) { connection, deadline throws(PostgreSQLError) in
        try table.find(visitor, on: connection, until: deadline)
      }
    } catch {
      throw .unavailable("\(error)")
    }
    let list = try found.list.get()
    remember(list, of: visitor)
    if found.isUnusedForLong {
      DispatchQueue.global().async { [table, pool] in
        try? pool.run(.change) { connection, deadline throws(PostgreSQLError) in
          try table.touch(visitor, on: connection, until: deadline)
        }
      }
    }
    return list
  }

  private func remember(_ list: FavoriteList, of visitor: VisitorID) {
    recent.withLock { $0.insert(list, of: visitor, now: now) }
  }

  // MARK: Changing

  public func apply(
    _ change: FavoriteChange, for visitor: VisitorID, from address: IPAddress?
  ) throws(FavoritesError) -> FavoriteList {
    var growth = 0
    let changed: Result<FavoriteList, FavoritesError>
    do throws(PostgreSQLError) {
      changed = try pool.run(.change) { connection, deadline throws(PostgreSQLError) in
        let copy = rememberedList(of: visitor)
        return try table.apply(change, for: visitor, to: copy, on: connection, until: deadline) {
          old, new throws(FavoritesError) in
          growth = Self.room(of: new) - Self.room(of: old)
          guard growth <= 0 || shares.admit(growth, from: address) else { throw .noRoom(limit: room) }
        }
      }
    } catch {
      // The row is unknown now.
      recent.withLock { $0.remove(visitor) }
      throw error.isOutcomeUnknown ? .unconfirmed("\(error)") : .unavailable("\(error)")
    }
    let list = try changed.get()
    shares.add(growth, from: address)
    remember(list, of: visitor)
    return list
  }

  /// As in files, a list takes 4 KB at least.
  private static func room(of list: FavoriteList) -> Int {
    list.isEmpty ? 0 : FavoriteList.room(of: list.cost)
  }

  public func sweep() {
    do throws(PostgreSQLError) {
      let clock = known.clock.withLock(\.self)
      let swept = try pool.run(.change) { connection, deadline throws(PostgreSQLError) in
        try table.sweep(clock, on: connection, until: deadline)
      }
      known.clock.withLock { $0 = swept.clock }
      if swept.deleted > 0 {
        log.warning("favorites: deleted \(swept.deleted) lists that were unused for 430 days")
      }
    } catch {
      log.warning("favorites: unused lists were not deleted: \(error)")
    }
  }
}
