import Configuration
import Operations
import Pictures
import ShowFiles
import Synchronization
import Website

/// Makes the parts of a shelf and of each show on it from the options.
struct ShelfParts: Sendable {
  let addresses: Addresses
  let folders: Folders
  private let launch: Launch
  private let shared: SharedParts
  var resources: Resources { shared.resources }
  var log: EventLog { launch.log }
  var watched: WatchedShows { shared.watched }

  /// Faults that the pages survive: the program's own, and those of its shows.
  var faults: [Troubles.Kind: String] {
    shared.watched.faults.merging(programFaults) { of, own in "\(own); \(of)" }
  }
  var programFaults: [Troubles.Kind: String] { launch.troubles.all }

  init(_ launch: Launch) throws(StartError) {
    self.launch = launch
    folders = launch.folders
    addresses = try Addresses(path: launch.options.basePath ?? "")
    shared = SharedParts(
      shelf: addresses.list(), resources: Resources(folders.resources, locales: folders.locales),
      pictures: PictureResources(capacity: launch.options.pictureBytes(in: folders.state)))
  }

  /// Names or files of the shows that exist now.
  /// - Throws: one line if the folder cannot be read, or two shows have one name.
  func shows() throws -> [String] {
    guard !launch.options.areAllShows else { return try ShowFile.names(in: folders.configuration) }
    let slugs = launch.options.shows.map(Folders.slug(of:))
    if let twice = slugs.first(where: { slug in slugs.count { $0 == slug } > 1 }) {
      throw StartError("two shows are called \"\(twice)\"; each needs a name of its own")
    }
    return launch.options.shows
  }

  /// The parts of one show, served below its name.
  /// - Throws: one sentence for a name that the shelf's own page uses.
  func parts(of show: String) throws(StartError) -> ShowParts {
    let slug = Folders.slug(of: show)
    if Shelf.isReserved(slug) {
      throw StartError("/\(slug) is an address of the page of all shows; give the show's file another name")
    }
    var own = launch
    own.options.show = show
    own.options.areAllShows = false
    own.options.basePath = base(of: slug)
    let given =
      launch.options.stateDirectory
      ?? launch.environment["STATE_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
    own.options.stateDirectory = given.map { "\($0)/\(slug)" }
    return ShowParts(own, own.folders, shared: shared)
  }

  /// The path that a show lies below.
  func base(of slug: String) -> String { "\(addresses.base)/\(slug)" }
}

/// Parts that the shows of a shelf share.
struct SharedParts: Sendable {
  /// The address of the shelf's page.
  let shelf: String
  let resources: Resources
  let pages = PageBudgets()
  let pictures: PictureResources
  let watched = WatchedShows()
}

/// The shows of a shelf whose faults its health reports.
final class WatchedShows: Sendable {
  typealias Faults = [Troubles.Kind: String]

  private let shows = Mutex<[String: @Sendable () -> Faults]>([:])

  /// The faults of a show by its name; nil for one that is not served.
  subscript(name: String) -> (@Sendable () -> Faults)? {
    get { shows.withLock { $0[name] } }
    set { shows.withLock { $0[name] = newValue } }
  }

  /// A sentence for each kind that begins with the name of a show. A reload reports its faults itself.
  var faults: Faults {
    var all: Faults = [:]
    for (name, faults) in shows.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      for (kind, sentence) in faults() where kind != .reload {
        all[kind] = (all[kind].map { "\($0); " } ?? "") + "\(name): \(sentence)"
      }
    }
    return all
  }
}
