internal import Dispatch
public import Favorites
public import FavoritesInFiles
internal import Synchronization
public import System

/// Favorites in a database that any number of processes share: a row for each show and visitor, with a version.
///
/// A change replaces the row of the version that it was based on, and is repeated if another process was faster. An
/// empty list stays as an empty row for some days, so that versions never start again.
public final class PostgreSQLFavorites: FavoritesStore {
  private let table: FavoritesTable
  private let expiry: FavoritesExpiry
  /// The growth of each network's lists on this day of running time.
  private let growth: NetworkCounts
  private let reads: Bulkhead
  private let changes: Bulkhead
  private let log: any Log
  /// A change by another process shows in another tab after 60 seconds at the latest.
  private let recent = Mutex(RecentLists(age: 60))
  /// Nil while the database may have another key.
  private let key = Mutex<VisitorKey?>(VisitorKey())
  private let hasEnded = Atomic(false)

  /// Connections, each with a thread; half of them read, so that changes waiting for a standby delay no page.
  private static let connections = 4
  /// Seconds between attempts of a replica that has started without the database to get the key.
  private static let joinPause = 1.0

  /// - Parameters:
  ///   - share: bytes by which one network's lists may grow in a day, roughly.
  ///   - readLimit: the time that a page waits for its favorites at most.
  ///   - changeLimit: the time that a change takes at most.
  ///   - log: its lines name no visitor in full, and no password.
  public init(
    _ database: ConnectionString, show: String, share: Int = 16 << 20,
    readLimit: Duration = .milliseconds(250), changeLimit: Duration = .seconds(2),
    log: any Log, noteUse: @escaping @Sendable () -> Void = {}
  ) {
    table = FavoritesTable(show: show)
    expiry = FavoritesExpiry(of: table, log: log)
    growth = NetworkCounts(limit: share, seconds: 86_400)
    self.log = log
    let isPrepared = Mutex(false)
    let prepare: @Sendable (Connection) throws(PostgreSQLError) -> Void = {
      (connection) throws(PostgreSQLError) in
      guard !isPrepared.withLock(\.self) else { return }
      try FavoritesTable.prepare(connection)
      isPrepared.withLock { $0 = true }
    }
    reads = Bulkhead(
      Bulkhead.Work(
        name: "reading favorites", threads: Self.connections / 2, limit: readLimit,
        probe: "SELECT version FROM dramatis_schema", acceptsStandby: true),
      database, log: log, noteUse: noteUse, prepare: prepare)
    changes = Bulkhead(
      // Like a change, the probe waits for a standby where the server requires one.
      Bulkhead.Work(
        name: "saving favorites", threads: Self.connections / 2, limit: changeLimit,
        probe: "UPDATE dramatis_schema SET version = version"),
      database, log: log, noteUse: noteUse, prepare: prepare)
  }

  deinit { stop() }

  /// Ends its threads and connections as soon as they are idle.
  public func stop() {
    hasEnded.store(true, ordering: .relaxed)
    reads.stop()
    changes.stop()
  }

  /// Whether reading or changing favorites fails at present.
  public var isDegraded: Bool { reads.isOpen || changes.isOpen || visitorKey() == nil }

  /// Connects for the first time, creates the tables, and gets the key that all replicas share.
  ///
  /// If the database does not answer, that is logged and tried again in the background. Until then the key of an
  /// earlier start is used; without one no list is read or changed.
  /// - Parameter folder: has a copy of the key, or a key that is offered to the database.
  /// - Throws: ``FavoritesError/refused(path:reason:)`` for a database of a newer program.
  public func start(keepingKeyIn folder: FavoritesFolder) throws(FavoritesError) {
    do throws(PostgreSQLError) {
      try join(folder)
    } catch {
      if case .unfit(let reason) = error { throw .refused(path: "the database", reason: reason) }
      log.warning("favorites: \(error)\(folder.hasKey ? "" : "; pages come without them until it answers")")
      key.withLock { $0 = folder.hasKey ? folder.key : nil }
      joinLater(folder)
    }
  }

  /// Gets the key that all replicas share, and keeps a copy.
  private func join(_ folder: FavoritesFolder) throws(PostgreSQLError) {
    let shared = try changes.run { [table] (connection, deadline) throws(PostgreSQLError) in
      try table.key(offering: folder.key, on: connection, until: deadline)
    }
    // The copy first: a known key must be known at the next start too.
    do throws(FavoritesError) {
      try folder.keep(shared)
    } catch {
      log.warning("favorites: \(error)")
    }
    key.withLock { $0 = shared }
  }

  private func joinLater(_ folder: FavoritesFolder) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.joinPause) { [weak self] in
      guard let self, !hasEnded.load(ordering: .relaxed) else { return }
      // While the circuit breaker is open, its probe asks the database.
      guard !changes.isOpen, (try? join(folder)) != nil else { return joinLater(folder) }
      log.warning("favorites: the database answers; cookies are signed with its key from now on")
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
    guard visitor != .unchecked, let list = recent.withLock({ $0.list(of: visitor, now: now) }),
      list.version >= visitor.seen
    else { return nil }
    return list
  }

  private var now: Int { Int(MonotonicClock.sinceBoot.seconds) }

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
    if found.isOnStandby, list.version < visitor.seen {
      throw .unavailable("the standby does not have what the browser has seen")
    }
    remember(list, of: visitor)
    if found.isUnusedForLong {
      DispatchQueue.global().async { [table, changes] in
        try? changes.run(key: visitor.digits) { (connection, deadline) throws(PostgreSQLError) in
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
    try requireKey(visitor)
    let (site, now) = (address?.site, Int(MonotonicClock.awake.seconds))
    let changed: Result<FavoriteList, FavoritesError>
    do throws(PostgreSQLError) {
      changed = try changes.run(key: visitor.digits) {
        [self] (connection, deadline) throws(PostgreSQLError) in
        let copy = rememberedList(of: visitor)
        var added = 0
        let changed = try table.apply(change, for: visitor, to: copy, on: connection, until: deadline) {
          added = $0
          return site == nil || added <= 0 || !growth.exceeds(adding: added, of: site, now: now)
        }
        switch changed {
        case .success(let list):
          if site != nil { growth.add(added, of: site, now: now) }
          remember(list, of: visitor)
        case .failure(.noRoom) where growth.isFirstReport(now: now):
          log.warning(Self.refusal(of: FavoritesTable.space))
        case .failure: break
        }
        return changed
      }
    } catch {
      // The row is unknown now.
      recent.withLock { $0.remove(visitor) }
      throw error.isOutcomeUnknown ? .unconfirmed("\(error)") : .unavailable("\(error)")
    }
    return try changed.get()
  }

  public func sweep() {
    do throws(PostgreSQLError) {
      try changes.run { [expiry] (connection, deadline) throws(PostgreSQLError) in
        try expiry.sweep(on: connection, until: deadline)
      }
    } catch {
      log.warning("favorites: unused lists were not deleted: \(error)")
    }
  }
}
