import Favorites
import PostgreSQL
import TestSupport
import Testing

/// A show in a database, and stores of its favorites.
final class Place: Sendable {
  private let server: DatabaseServer
  /// The show, which no other test uses.
  let show = "show-\(VisitorID.random().digits)"
  private let collected = CollectedLog()

  /// - Parameter server: the test's own; by default the shared one.
  init(on server: DatabaseServer? = nil) throws {
    self.server = try server ?? DatabaseServer.shared.get()
  }

  var log: [String] { collected.lines }
  /// A store that has read nothing yet.
  /// - Parameter limit: its time limit; by default longer than a busy machine needs.
  func replica(waiting limit: Duration = holdingPatience, room: Int = 16 << 20) throws -> PostgreSQLFavorites
  {
    PostgreSQLFavorites(
      try ConnectionString(server.address()), show: show, room: room, limit: limit,
      log: collected)
  }

  func start(_ replica: PostgreSQLFavorites) throws { try replica.start() }

  /// All rows of the show.
  func rows() throws -> PostgreSQLArchive {
    try PostgreSQLArchive(try ConnectionString(server.address()), show: show)
  }

  /// Runs a statement beside all stores.
  @discardableResult
  func ask(_ statement: String, _ parameters: String...) throws -> Rows {
    let connection = try Connection(try ConnectionString(server.address()))
    return try connection.run(statement, parameters, until: .now + patience)
  }
}
