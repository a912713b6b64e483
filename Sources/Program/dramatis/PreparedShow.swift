import Catalogs
import Configuration
import Favorites
import Feeds
import Fetching
import FoundationEssentials
import JSON
import Operations
import Pictures
import ShowFiles
import System
import Text

/// A show as its file and the options describe it now. It makes the parts of the show, at the start and at each reload.
struct PreparedShow: Sendable {
  let options: Options
  let folders: Folders
  let file: ShowFile
  let loaded: LoadedShow
  /// The feed's answers that `--feed` or the show's file names; nil for a feed at an address, and a search page.
  let location: FeedLocation?
  let log: ShowLog
  /// Whether short lists are kept in a catalogue file as well.
  var keepsAll = false
  let reading: CatalogStore.Reading
  var show: Show { loaded.show }

  /// Reads the show's file.
  init(
    _ options: Options, log: ShowLog, reading: CatalogStore.Reading = CatalogStore.Reading()
  ) throws {
    (self.options, self.log, self.reading) = (options, log, reading)
    folders = options.folders
    file = ShowFile(name: options.show, directory: folders.configuration)
    var loaded = try LoadedShow(file, keys: options.feedKeys, shipped: folders.shipped)
    if options.isKiosk { loaded.show.isKiosk = true }
    if let name = ShowToken(in: folders.state).name(of: loaded.show) { loaded.show.slug = name }
    self.loaded = loaded
    if loaded.feed.catalog != nil, let text = options.feed {
      location = FeedLocation(text)
      if location == nil { throw StartError("--feed \"\(text.withoutSecrets)\" is not an address") }
    } else {
      location = loaded.file.map { .path($0) }
    }
  }

  /// The show of a command that does not serve.
  /// - Parameter purpose: of its entries, for the message about a search page, which has none.
  init(_ options: Options, to purpose: String) throws {
    if options.isShelf { throw UsageError("\(purpose) takes one show; run it once for each") }
    try self.init(options, log: ShowLog(EventLog(format: nil, environment: options.environment)))
    guard loaded.feed.catalog != nil else {
      throw StartError("\(show.name) is a search page without entries to \(purpose)")
    }
  }

  /// The show with its file read again.
  func again() throws -> PreparedShow { try PreparedShow(options, log: log, reading: reading) }

  // MARK: The list

  /// The data of a show that is not served.
  /// - Parameter isPatient: whether to wait for a feed that has never answered.
  func start(isPatient: Bool = false) throws(FeedError) -> FeedStart.Outcome {
    guard let sources else { return .empty }
    return try FeedStart(sources, store: store, bundled: isPatient ? nil : loaded.bundled, log: log)
      .begin(asking: FeedSource(fetcher))
  }

  /// Checks what is known without reading the list: its path and permission, or the head of a catalogue file.
  func check(isServed: Bool = false) throws {
    guard let sources else {
      if options.catalog == nil { return }
      throw StartError("\(show.name) is a search page without entries; leave out --catalog")
    }
    var start = FeedStart(sources, store: store, log: log)
    start.isTolerant = isServed
    try start.check()
  }

  /// The plan for the keeper of the show's list; nil for a search page.
  /// - Parameter answer: the list in a file, if it has been read.
  func plan(given answer: ReadAnswer? = nil) -> ListPlan? {
    sources.map { sources in
      var start = FeedStart(sources, store: store, bundled: loaded.bundled, log: log)
      (start.isTolerant, start.given) = (true, answer)
      return ListPlan(
        show.slug, start, asking: FeedSource(fetcher),
        timing: RefreshTiming(interval: options.refresh ?? show.serving.refresh))
    }
  }

  /// The sources of the show's catalog; nil for a search page.
  private var sources: Sources? {
    loaded.feed.catalog.map { feed in
      Sources(
        CatalogSource(feed, snapshot: Snapshot(directory: folders.state, kind: type(of: feed).kind)),
        // `--feed` replaces all of them.
        else: options.feed == nil ? loaded.alternatives(keptIn: folders.state) : [], location: location,
        catalog: options.catalog, isOffline: options.isOffline)
    }
  }

  /// Builds the show's catalogs, whose entries keep their ids.
  var store: CatalogStore {
    var store = CatalogStore(
      directory: folders.state, settings: loaded.bytes, version: Version.number, builder: loaded.builder,
      ids: ids, log: log)
    // A list in a file or folder has no snapshot: the catalogue is its last good answer.
    let feeds = [loaded.feed.catalog] + loaded.feed.alternatives.map(\.feed)
    // The catalogue file has the shapes of lists.
    (store.keepsAll, store.reading) = (keepsAll || feeds.contains { $0 is RecordsFeed }, reading)
    var feed = JSONWriter()
    feed.value(show.feed)
    store.feed = feed.bytes
    if let language = show.language, Collation.orders(language) {
      // Other orders of one answer are other editions.
      store.feed += Array(language.utf8)
    }
    if case .path(let path)? = location {
      (store.keepsAll, store.name) = (true, path.split(separator: "/").last.map(String.init) ?? path)
    }
    return store
  }

  private var ids: KnownIDsFile {
    KnownIDsFile(directory: folders.state, joinsTitles: !loaded.feed.alternatives.isEmpty, log: log)
  }

  // MARK: Other parts

  func search() throws(StartError) -> OutsideSearch? {
    try OutsideSearch(loaded.feed, options, fetcher, log)
  }

  /// - Parameter resources: shared with other shows.
  func pictures(_ resources: PictureResources? = nil) -> PictureCache {
    var rules = PictureRules(
      // Pictures of a local list are files beside it.
      hosts: show.pictures.hosts, folder: location?.folder, privateAddresses: show.pictures.privateAddresses)
    rules.capacity = options.pictureBytes(in: folders.state)
    return PictureCache(
      directory: "\(folders.state)/pictures", rules: rules, fetcher: options.isOffline ? nil : fetcher,
      resources: resources, scaler: "/proc/self/exe", log: log)
  }

  /// The store of favorites that the show's file names.
  func favorites(_ meters: Meters) throws -> any FavoritesStore {
    let store = try FavoritesStores(show.slug, options).store(in: show.favoritesPlace, meters, log)
    log.watch { [weak store] in store?.fault }
    return store
  }

  private var fetcher: Fetcher { Fetcher(userAgent: Usage.agent, contact: loaded.feed.contact) }

  // MARK: The state folder

  /// Locks the state folder of a command that must write to it.
  func writableStateFolder() throws -> StateFolder {
    let folder = try stateFolder()
    guard let obstacle = folder.obstacle else { return folder }
    throw StartError(
      "cannot write to the state folder \(folders.state) (\(obstacle)); choose another with --state-dir")
  }

  /// Locks the state folder, and starts keeping ids in it.
  func stateFolder() throws -> StateFolder {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folders.state)) ?? []
    let folder = try StateFolder(path: folders.state)
    // Unfinished files of a process that was killed.
    for name in names where name.hasSuffix(".snapshot.new") || ["catalog.new", "ids.new"].contains(name) {
      try? FileManager.default.removeItem(atPath: "\(folders.state)/\(name)")
    }
    guard folder.obstacle == nil else { return folder }
    ShowToken(in: folders.state).note(show)
    if loaded.feed.catalog != nil { ids.begin() }
    return folder
  }
}
