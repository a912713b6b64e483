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
  private let options: Options

  init(_ show: String, _ options: Options) {
    self.show = show
    directory = "\(options.folders.state)/favorites"
    self.options = options
  }

  /// A store to serve from, which is swept every hour.
  func store(in place: Show.FavoritesPlace, _ meters: Meters, _ log: any Log) throws -> any FavoritesStore {
    let store: any FavoritesStore
    switch place {
    case .files: store = files(log)
    case .postgresql: store = try replica(meters, log)
    }
    sweepEveryHour(store)
    return store
  }

  /// All lists, to move them.
  func archive(in place: Show.FavoritesPlace) throws -> any FavoritesArchive {
    switch place {
    case .files: JSONFavorites(directory: directory, show: show, log: SilentLog())
    case .postgresql: try PostgreSQLArchive(try database(), show: show)
    }
  }

  private func files(_ log: any Log) -> JSONFavorites {
    var limits = JSONFavorites.Limits()
    limits.space = (options.favoritesSpace ?? Defaults.favoritesSpace) << 20
    let favorites = JSONFavorites(directory: directory, show: show, limits: limits, log: log)
    DispatchQueue.global(qos: .utility).async { favorites.measure() }
    return favorites
  }

  private func replica(_ meters: Meters, _ log: any Log) throws -> PostgreSQLFavorites {
    let favorites = PostgreSQLFavorites(try database(), show: show, log: log)
    try favorites.start()
    meters.watchDatabase { favorites.isDegraded }
    return favorites
  }

  /// - Throws: one sentence that names the file or the variable, but never its contents.
  private func database() throws -> ConnectionString {
    let found = try Secret.read(
      "--database-file", options.databaseFile, variable: "DRAMATIS_DATABASE", credential: "database",
      options.environment)
    guard let found else {
      throw StartError(
        "PostgreSQL needs a connection string; write it to a file "
          + "and pass that with --database-file, or set DRAMATIS_DATABASE")
    }
    do {
      return try ConnectionString(found.text)
    } catch {
      throw StartError("\(found.place): \(error)")
    }
  }

  private func sweepEveryHour(_ store: any FavoritesStore) {
    DispatchQueue(label: "favorites").asyncAfter(deadline: .now() + 3_600) { [weak store] in
      guard let store else { return }
      store.sweep()
      sweepEveryHour(store)
    }
  }
}
