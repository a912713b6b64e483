import Favorites
import Glibc
import Operations
import ShowFiles
import Synchronization
import System
import Website

/// `dramatis export DIR --show …`: writes a show as plain files.
enum Export {
  /// - Parameter signals: end it at once as long as nothing has been written; then what was written goes as well.
  static func run(
    _ arguments: [String], environment: [String: String], program: String, display: ProgressDisplay,
    signals: Signals
  ) throws -> Int32 {
    let (options, operands) = try Options.read(arguments, of: .export, environment: environment)
    guard let path = operands.first, operands.count == 1 else {
      throw UsageError("export takes the folder to write")
    }
    guard !options.show.isEmpty else { throw UsageError("--show NAME is missing") }
    // Before anything is fetched.
    let folder = try ExportFolder(path)
    let log = EventLog(format: nil, environment: environment)
    let launch = Launch(options: options, environment: environment, program: program, log: log)
    let parts = ShowParts(launch, launch.folders)
    let ended = Ended()
    let display = display.whileWanted { ended.signal.load(ordering: .relaxed) == 0 }
    do {
      let count = try ProgressDisplay.$current.withValue(display) {
        try write(folder, parts, whenever: { signals.handle(ended.note) })
      }
      Console.out("wrote \(count) files to \(path); it begins with \(path)/index.html")
      return 0
    } catch is CancellationError {
      Console.clear()
      return 128 + ended.signal.load(ordering: .relaxed)
    }
  }

  /// - Parameter begin: called when something is about to be written.
  private static func write(
    _ folder: ExportFolder, _ parts: ShowParts, whenever begin: () -> Void
  ) throws -> Int {
    let loaded = try parts.load()
    guard loaded.feed.catalog != nil else {
      throw StartError("\(loaded.show.name) searches elsewhere and has no entries to export")
    }
    let location = try parts.location(loaded)
    let stateFolder = try parts.stateFolder(loaded)
    defer { withExtendedLifetime(stateFolder) {} }
    // Better what the feed says now than what came with the program.
    let start =
      try parts.options.isOffline
      ? parts.start(loaded, location)
      : (try? parts.start(loaded, location, isPatient: true)) ?? parts.start(loaded, location)
    let resources = ResourceReading(of: loaded.show, in: parts.resources)
    let pictures = parts.pictures(loaded, location)
    defer { pictures.stop() }
    guard let catalog = start.catalog ?? start.content.map({ parts.catalog(loaded, $0) }) else {
      throw StartError("there is nothing to export yet: the feed has not answered")
    }
    let site = try Site(
      SiteParts(
        show: loaded.show, catalog: catalog, provenance: start.provenance, addresses: .ofCopy,
        resources: resources
      ) {
        $0.pictures = pictures
        $0.favorites = NoFavorites()
      })
    begin()
    return try folder.fill { write in
      var copy = SiteCopy(of: site, to: write)
      return try copy.make()
    }
  }

  /// The signal that came; 0 for none.
  private final class Ended: Sendable {
    let signal = Atomic<Int32>(0)

    @Sendable func note(_ signal: Int32) {
      if signal != SIGHUP { self.signal.store(signal, ordering: .relaxed) }
    }
  }
}

/// Those of whoever a copy is made for: browsers keep their own there.
private struct NoFavorites: FavoritesStore {
  func visitorKey() -> VisitorKey? { VisitorKey() }
  func rememberedList(of visitor: VisitorID) -> FavoriteList? { FavoriteList() }
  func list(of visitor: VisitorID) -> FavoriteList { FavoriteList() }
  func apply(_ change: FavoriteChange, for visitor: VisitorID) -> FavoriteList { FavoriteList() }
}
