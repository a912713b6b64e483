import Configuration
import Dispatch
import Favorites
import FavoritesInFiles
import Operations
import PostgreSQL
import ShowFiles
import System

/// Opens the store of a show's favorites. Each kind of store has one line in both functions.
struct FavoritesStores {
  private let show: String
  private let directory: String
  private let database: DatabaseSource

  init(show: String, _ folders: Folders, _ database: DatabaseSource) {
    self.show = show
    directory = "\(folders.state)/favorites"
    self.database = database
  }

  /// The lists in files, and the key of cookies beside them.
  var folder: FavoritesFolder { FavoritesFolder(directory: directory, show: show) }

  /// A store to serve from, which is swept every hour.
  /// - Parameter space: megabytes of files.
  func store(
    in place: Show.FavoritesPlace, space: Int, _ meter: DatabaseMeter, _ log: any Log
  ) throws -> any FavoritesStore {
    let store: any FavoritesStore
    switch place {
    case .files: store = files(space, log)
    case .postgresql: store = try replica(meter, log)
    }
    sweepEveryHour(store)
    return store
  }

  /// All lists, to move them.
  func archive(in place: Show.FavoritesPlace) throws -> any FavoritesArchive {
    switch place {
    case .files: folder
    case .postgresql: try FavoritesRows(try database.connectionString(), show: show)
    }
  }

  private func files(_ space: Int, _ log: any Log) -> JSONFavorites {
    var limits = JSONFavorites.Limits()
    limits.space = space << 20
    let favorites = JSONFavorites(directory: directory, show: show, limits: limits, log: log)
    DispatchQueue.global(qos: .utility).async { favorites.measure() }
    return favorites
  }

  private func replica(_ meter: DatabaseMeter, _ log: any Log) throws -> PostgreSQLFavorites {
    let favorites = PostgreSQLFavorites(
      try database.connectionString(), show: show, meter: meter, log: log)
    try favorites.start(keepingKeyIn: folder)
    meter.watch { favorites.isDegraded }
    return favorites
  }

  private func sweepEveryHour(_ store: any FavoritesStore) {
    DispatchQueue(label: "favorites").asyncAfter(deadline: .now() + 3_600) { [weak store] in
      guard let store else { return }
      store.sweep()
      sweepEveryHour(store)
    }
  }
}
