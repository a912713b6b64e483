import Catalogs
import Configuration
import Dispatch
import Favorites
import Feeds
import Fetching
import FoundationEssentials
import Glibc
import JSON
import Operations
import Pictures
import PostgreSQL
import ShowFiles
import System
import Text
import Website

/// Makes the parts of a show from its file and the options, at the start and at each reload.
struct ShowParts: Sendable {
  private let launch: Launch
  let folders: Folders
  let file: ShowFile
  /// Parts shared with the other shows of a shelf; nil for a show that is served alone.
  let shared: SharedParts?
  let resources: Resources
  /// Whether short lists are kept in a catalogue file as well.
  var keepsAll = false
  let reading = CatalogStore.Reading()
  var options: Options { launch.options }
  let log: ShowLog

  init(_ launch: Launch, _ folders: Folders, shared: SharedParts? = nil) {
    self.launch = launch
    self.folders = folders
    self.shared = shared
    log = ShowLog(launch.log)
    resources = shared?.resources ?? Resources(folders.resources, locales: folders.locales)
    file = ShowFile(name: launch.options.show, directory: folders.configuration)
  }

  /// The show as its file describes it now.
  func load() throws(ConfigurationFaults) -> LoadedShow {
    var loaded = try LoadedShow(file, keys: launch.keys, shipped: folders.shipped)
    if options.isKiosk { loaded.show.isKiosk = true }
    if let name = ShowToken(in: folders.state).name(of: loaded.show) { loaded.show.slug = name }
    return loaded
  }

  /// The location of the feed's answers that `--feed` or the show's file names; nil for a search page.
  func location(_ loaded: LoadedShow) throws(StartError) -> FeedLocation? {
    guard loaded.feed.catalog != nil, let text = options.feed else { return loaded.file.map { .path($0) } }
    guard let location = FeedLocation(text) else {
      throw StartError("--feed \"\(text.withoutSecrets)\" is not an address")
    }
    return location
  }

  /// The data of a show that is not served.
  /// - Parameter isPatient: whether to wait for a feed that has never answered.
  func start(
    _ loaded: LoadedShow, _ location: FeedLocation?, isPatient: Bool = false
  ) throws(FeedError) -> FeedStart.Outcome {
    guard let sources = sources(loaded, location) else { return .empty }
    return try FeedStart(
      sources, store: store(loaded), bundled: isPatient ? nil : loaded.bundled, log: log
    ).begin(asking: source(loaded))
  }

  /// Checks what is known without reading the list: its path and permission, or the head of a catalogue file.
  func check(_ loaded: LoadedShow, _ location: FeedLocation?, isServed: Bool = false) throws {
    guard let sources = sources(loaded, location) else {
      if options.catalog == nil { return }
      throw StartError("\(loaded.show.name) is a search page without entries; leave out --catalog")
    }
    var start = FeedStart(sources, store: store(loaded), log: log)
    start.isTolerant = isServed
    try start.check()
  }

  /// The plan for the keeper of the show's list; nil for a search page.
  func plan(_ loaded: LoadedShow, _ location: FeedLocation?) -> ListPlan? {
    sources(loaded, location).map { sources in
      var start = FeedStart(sources, store: store(loaded), bundled: loaded.bundled, log: log)
      (start.isTolerant, start.given) = (true, launch.answer)
      return ListPlan(
        loaded.show.slug, start, asking: source(loaded),
        timing: RefreshTiming(interval: options.refresh ?? loaded.show.serving.refresh))
    }
  }

  /// The sources of a show's catalog; nil for a search page.
  func sources(_ loaded: LoadedShow, _ location: FeedLocation?) -> Sources? {
    loaded.feed.catalog.map { feed in
      Sources(
        CatalogSource(feed, snapshot: snapshot(of: feed)),
        // `--feed` replaces all of them.
        else: options.feed == nil ? loaded.alternatives(keptIn: folders.state) : [], location: location,
        catalog: options.catalog, isOffline: options.isOffline)
    }
  }

  /// Builds the show's catalogs, whose entries keep their ids.
  func store(_ loaded: LoadedShow) -> CatalogStore {
    var store = CatalogStore(
      directory: folders.state, settings: loaded.bytes, version: Version.number, builder: loaded.builder,
      ids: ids(loaded), log: log)
    // A list in a file or folder has no snapshot: the catalogue is its last good answer.
    let feeds = [loaded.feed.catalog] + loaded.feed.alternatives.map(\.feed)
    // The catalogue file has the shapes of lists.
    (store.keepsAll, store.reading) = (keepsAll || feeds.contains { $0 is RecordsFeed }, reading)
    var feed = JSONWriter()
    feed.value(loaded.show.feed)
    store.feed = feed.bytes
    if let language = loaded.show.language, Collation.orders(language) {
      // Other orders of one answer are other editions.
      store.feed += Array(language.utf8)
      if !Collation.isBuiltIn {
        log.info("\(loaded.show.slug): sorted without the rules of \(language), since this build lacks ICU")
      }
    }
    if case .path(let path)? = try? location(loaded) {
      (store.keepsAll, store.name) = (true, path.split(separator: "/").last.map(String.init) ?? path)
    }
    return store
  }

  func search(_ loaded: LoadedShow) throws(StartError) -> OutsideSearch? {
    try OutsideSearch(loaded.feed, options, fetcher(loaded), log)
  }

  /// - Parameter location: of the feed's answers; pictures of a local list are files beside it.
  func pictures(_ loaded: LoadedShow, _ location: FeedLocation?) -> PictureCache {
    let show = loaded.show
    var rules = PictureRules(
      hosts: show.pictures.hosts, folder: location?.folder,
      privateAddresses: show.pictures.privateAddresses)
    rules.capacity = options.pictureBytes(in: folders.state)
    return PictureCache(
      directory: "\(folders.state)/pictures", rules: rules,
      fetcher: options.isOffline ? nil : fetcher(loaded), resources: shared?.pictures,
      scaler: "/proc/self/exe", log: log)
  }

  /// The health of the show, with the faults that its pages survive.
  func health(_ status: OperatorReports.Status, _ meters: Meters) -> OperatorReports.Health {
    Watch.health(status, faults(of: status, meters), isOffline: options.isOffline)
  }

  /// Faults that the show's pages survive, with those of the program if it serves only this show.
  func faults(of status: OperatorReports.Status, _ meters: Meters) -> [Troubles.Kind: String] {
    var own = meters.faults(of: status, now: RefreshTiming.clock())
    (own[.unsaved], own[.reading]) = (log.fault, reading.fault())
    return shared == nil ? own.merging(launch.troubles.all) { own, _ in own } : own
  }

  /// The store that the show's file names.
  func favorites(of show: Show, _ meter: DatabaseMeter) throws -> any FavoritesStore {
    let store = try FavoritesStores(show: show.slug, folders, launch.database)
      .store(in: show.favoritesPlace, space: options.favoritesSpace ?? Defaults.favoritesSpace, meter, log)
    log.watch { [weak store] in store?.fault }
    return store
  }

  func snapshot(of feed: any Feed) -> Snapshot {
    Snapshot(directory: folders.state, kind: type(of: feed).kind)
  }

  func ids(_ loaded: LoadedShow) -> KnownIDsFile {
    KnownIDsFile(
      directory: folders.state, joinsTitles: !loaded.feed.alternatives.isEmpty, log: log)
  }

  /// Locks the state folder, and starts keeping ids in it.
  /// - Throws: also if it cannot be written.
  func writableStateFolder(_ loaded: LoadedShow) throws -> StateFolder {
    let folder = try stateFolder(loaded)
    guard let obstacle = folder.obstacle else { return folder }
    throw StartError(
      "cannot write to the state folder \(folders.state) (\(obstacle)); choose another with --state-dir")
  }

  /// Locks the state folder, and starts keeping ids in it.
  func stateFolder(_ loaded: LoadedShow) throws -> StateFolder {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folders.state)) ?? []
    let folder = try StateFolder(path: folders.state)
    // Unfinished files of a process that was killed.
    for name in names where name.hasSuffix(".snapshot.new") || ["catalog.new", "ids.new"].contains(name) {
      try? FileManager.default.removeItem(atPath: "\(folders.state)/\(name)")
    }
    if folder.obstacle == nil { ShowToken(in: folders.state).note(loaded.show) }
    if folder.obstacle == nil, loaded.feed.catalog != nil {
      ids(loaded).begin()
    }
    return folder
  }

  /// The access of the show's feeds.
  func source(_ loaded: LoadedShow) -> FeedSource { FeedSource(fetcher(loaded)) }

  func fetcher(_ loaded: LoadedShow) -> Fetcher {
    let manners = loaded.feed.manners
    return Fetcher(userAgent: Usage.agent, contact: manners.contact)
  }
}
