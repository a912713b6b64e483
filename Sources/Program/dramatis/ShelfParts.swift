import Operations
import Pictures
import ShowFiles
import Website

/// Makes the parts of a shelf and of each show on it from the options.
struct ShelfParts: Sendable {
  let options: Options
  /// Those of no show in particular.
  let folders: Folders
  let addresses: Addresses
  let log: EventLog
  private let environment: [String: String]
  private let program: String
  private let keys: FeedKeySource
  private let database: DatabaseSource
  var resources: Resources { shared.resources }
  private let shared: SharedParts

  init(
    _ options: Options, environment: [String: String], program: String, keys: FeedKeySource,
    database: DatabaseSource, log: EventLog
  ) throws(StartError) {
    self.options = options
    (self.environment, self.program, self.log) = (environment, program, log)
    (self.keys, self.database) = (keys, database)
    folders = Folders(options: options, environment: environment, program: program)
    addresses = try Addresses(path: options.basePath ?? "")
    let space = options.pictureSpace.map { $0 << 20 }
    shared = SharedParts(
      shelf: addresses.list(), resources: Resources(folders.resources, locales: folders.locales),
      pictures: PictureResources(capacity: space ?? PictureRules.defaultCapacity))
  }

  /// The shows that there are now, by their names or files.
  /// - Throws: one line if the folder cannot be read, or two shows have one name.
  func shows() throws -> [String] {
    guard !options.areAllShows else { return try ShowFile.names(in: folders.configuration) }
    let slugs = options.shows.map(Folders.slug(of:))
    if let twice = slugs.first(where: { slug in slugs.count { $0 == slug } > 1 }) {
      throw StartError("two shows are called \"\(twice)\"; each needs a name of its own")
    }
    return options.shows
  }

  /// The parts of one show, as if it were served alone below its name.
  /// - Throws: one sentence for a name that no show can have here.
  func parts(of show: String) throws(StartError) -> ShowParts {
    let slug = Folders.slug(of: show)
    if Shelf.isReserved(slug) {
      throw StartError("/\(slug) is an address of the page of all shows; give the show's file another name")
    }
    var alone = options
    alone.show = show
    alone.areAllShows = false
    alone.basePath = base(of: slug)
    let given = options.stateDirectory ?? environment["STATE_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
    alone.stateDirectory = given.map { "\($0)/\(slug)" }
    let folders = Folders(options: alone, environment: environment, program: program)
    return ShowParts(alone, folders, keys, database, log, shared: shared)
  }

  /// The path that a show lies below.
  func base(of slug: String) -> String { "\(addresses.base)/\(slug)" }
}
