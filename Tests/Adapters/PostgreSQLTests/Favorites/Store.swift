import Favorites
import Glibc
import PostgreSQL
import Synchronization
import TestSupport
import Testing

/// The stores that keep the contract.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
  case files, postgresql

  var testDescription: String { rawValue }

  static var all: [StoreKind] { allCases.filter { $0 == .files || DatabaseServer.isInstalled } }
}

/// Where favorites are kept for one test, and stores that keep them there.
final class Place: Sendable {
  let kind: StoreKind
  private let folder: TemporaryFolder
  private let server: DatabaseServer?
  /// The show, under which no other test keeps anything.
  let show = "show-\(VisitorID.random().digits)"
  private let lines = Mutex<[String]>([])
  private let uses = Mutex(0)

  /// - Parameter server: one of the test's own, else the one that all share.
  init(_ kind: StoreKind = .postgresql, on server: DatabaseServer? = nil) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    self.server = kind == .files ? nil : try server ?? DatabaseServer.shared.get()
  }

  /// What the stores have reported.
  var log: [String] { lines.withLock { $0 } }
  /// How often the database was asked.
  var useCount: Int { uses.withLock { $0 } }

  /// A store that has read nothing yet.
  func store() throws -> any FavoritesStore {
    switch kind {
    case .files:
      JSONFavorites(directory: "\(folder.path)/favorites", show: show, report: report)
    case .postgresql: try replica()
    }
  }

  /// - Parameter limit: how long it waits; by default longer than a busy machine takes.
  /// - Parameter standby: asked while the server is away.
  func replica(
    waiting limit: Duration = holdingPatience, standby: DatabaseServer? = nil
  ) throws -> PostgreSQLFavorites {
    let server = try #require(server)
    let address = standby.map { server.address(or: $0) } ?? server.address()
    return PostgreSQLFavorites(
      try ConnectionString(address), show: show, readLimit: limit, changeLimit: limit,
      observe: { _, _, _ in self.uses.withLock { $0 += 1 } },
      report: report)
  }

  func start(_ replica: PostgreSQLFavorites) throws {
    try replica.start(keepingKeyIn: folder("favorites"))
  }

  /// Where a replica keeps the key of the database.
  func folder(_ name: String) -> FavoritesFolder {
    FavoritesFolder(directory: "\(folder.path)/\(name)", show: show)
  }

  /// Asks the database beside all stores.
  @discardableResult
  func ask(_ statement: String, _ parameters: String...) throws -> Rows {
    let connection = try Connection(try ConnectionString(try #require(server).address()))
    return try connection.run(statement, parameters, until: .now + patience)
  }

  private var report: @Sendable (String) -> Void {
    { line in self.lines.withLock { $0.append(line) } }
  }
}

func favorite(_ id: String, addedAt: Int = 1_700_000_000) throws -> Favorite {
  try #require(Favorite(id: id, title: "The \(id)", addedAt: addedAt))
}

extension FavoriteList {
  var ids: [String] { favorites.map(\.id) }
}
