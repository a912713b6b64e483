import Favorites
import FavoritesInFiles
import PostgreSQL
import Synchronization
import TestSupport
import Testing

/// A show in a database, and stores of its favorites.
final class Place: Sendable {
  private let folder: TemporaryFolder
  private let server: DatabaseServer
  /// The show, which no other test uses.
  let show = "show-\(VisitorID.random().digits)"
  private let collected = CollectedLog()
  private let calls = Mutex(0)

  /// - Parameter server: the test's own; by default the shared one.
  init(on server: DatabaseServer? = nil) throws {
    folder = try TemporaryFolder()
    self.server = try server ?? DatabaseServer.shared.get()
  }

  var log: [String] { collected.lines }
  /// The number of calls of the database.
  var useCount: Int { calls.withLock { $0 } }

  /// A store that has read nothing yet.
  /// - Parameters:
  ///   - limit: its time limit; by default longer than a busy machine needs.
  ///   - standby: asked while the server is away.
  func replica(
    waiting limit: Duration = holdingPatience, standby: DatabaseServer? = nil, share: Int = 1 << 20
  ) throws -> PostgreSQLFavorites {
    let address = standby.map { server.address(or: $0) } ?? server.address()
    return PostgreSQLFavorites(
      try ConnectionString(address), show: show, share: share, readLimit: limit,
      changeLimit: limit, log: collected
    ) { [self] in calls.withLock { $0 += 1 } }
  }

  func start(_ replica: PostgreSQLFavorites) throws {
    try replica.start(keepingKeyIn: folder("favorites"))
  }

  /// A folder for a replica's copy of the key.
  func folder(_ name: String) -> FavoritesFolder {
    FavoritesFolder(directory: "\(folder.path)/\(name)", show: show)
  }

  /// All rows of the show.
  func rows() throws -> FavoritesRows {
    try FavoritesRows(try ConnectionString(server.address()), show: show)
  }

  /// Runs a statement beside all stores.
  @discardableResult
  func ask(_ statement: String, _ parameters: String...) throws -> Rows {
    let connection = try Connection(try ConnectionString(server.address()))
    return try connection.run(statement, parameters, until: .now + patience)
  }
}
