import Favorites
import FoundationEssentials
import Glibc
import Operations
import ShowFiles
import System
import Website

/// `dramatis export DIR --show …`: writes a show as plain files.
enum Export {
  /// - Parameter signals: end the program at once until files are written; from then on the files are removed first.
  static func run(_ operands: [String], _ options: Options, _ signals: Signals?) throws -> Int32 {
    guard let path = operands.first, operands.count == 1 else {
      throw UsageError("export takes the folder to write")
    }
    // Before anything is fetched.
    let folder = try ExportFolder(path)
    let show = try PreparedShow(options, to: "export")
    let ended = EndSignal()
    let display = ProgressDisplay.current?.whileWanted { ended.signal == 0 }
    do {
      let count = try ProgressDisplay.$current.withValue(display) {
        try write(folder, show, whenever: { signals?.handle(ended.note) })
      }
      Console.out("wrote \(count) files to \(path); it begins with \(path)/index.html")
      return 0
    } catch is CancellationError {
      Console.clear()
      return 128 + ended.signal
    }
  }

  /// - Parameter begin: called before the first file is written.
  private static func write(
    _ folder: ExportFolder, _ show: PreparedShow, whenever begin: () -> Void
  ) throws -> Int {
    let stateFolder = try show.stateFolder()
    defer { withExtendedLifetime(stateFolder) {} }
    // The feed's current answer is better than the bundled one.
    let start =
      try show.options.isOffline ? show.start() : (try? show.start(isPatient: true)) ?? show.start()
    let resources = ResourceReading(
      of: show.show, in: Resources(show.folders.resources, locales: show.folders.locales))
    let pictures = show.pictures()
    defer { pictures.stop() }
    guard let catalog = start.catalog else {
      throw StartError("nothing to export: the feed has not answered yet")
    }
    var addresses = Addresses.ofCopy
    addresses.languages = show.options.languages
    let site = try Site(
      SiteParts(
        show: show.show, catalog: catalog, provenance: start.provenance, addresses: addresses,
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
}

/// A store without lists: browsers keep the favorites of a copy.
private final class NoFavorites: FavoritesStore {
  func visitorKey() -> VisitorKey? { VisitorKey() }
  func rememberedList(of visitor: VisitorID) -> FavoriteList? { FavoriteList() }
  func list(of visitor: VisitorID) -> FavoriteList { FavoriteList() }
  func apply(_ change: FavoriteChange, for visitor: VisitorID, from address: IPAddress?) -> FavoriteList {
    FavoriteList()
  }
  func sweep() {}
}

/// A new or empty folder that is filled as a whole or not at all.
struct ExportFolder {
  private let path: String

  /// - Throws: ``StartError`` if something is there already.
  init(_ path: String) throws(StartError) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    var isFolder = false
    guard FileManager.default.fileExists(atPath: self.path, isDirectory: &isFolder) else { return }
    let names = isFolder ? try? FileManager.default.contentsOfDirectory(atPath: self.path) : nil
    guard names?.isEmpty == true else {
      throw StartError("\(self.path) is not an empty folder; export writes into a new or empty one")
    }
  }

  /// Writes files into a temporary folder, and renames it when all are written.
  /// - Parameter body: writes files by their paths in the folder.
  func fill<Result>(
    _ body: (_ write: @escaping (String, [UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    let unfinished = "\(path).unfinished-\(getpid())"
    guard mkdir(unfinished, 0o755) == 0 else { throw fault(unfinished) }
    do {
      let result = try body { name, bytes in try write(bytes, to: "\(unfinished)/\(name)") }
      // Replaces an empty folder too.
      guard rename(unfinished, path) == 0 else { throw fault(path) }
      return result
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      throw error
    }
  }

  private func write(_ bytes: [UInt8], to file: String) throws {
    let folder = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    do {
      try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: file))
    } catch {
      throw fault(file)
    }
  }

  private func fault(_ file: String) -> StartError {
    StartError("cannot write \(file): \(String(cString: strerror(errno)))")
  }
}
