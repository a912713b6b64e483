import Catalogs
import Configuration
import Dispatch
import Feeds
import Operations
import Pictures
import ShowFiles
import Synchronization
import Website

/// A show's site, and what a refresh of its feed or a reload of its file replaces.
final class ServedShow: Sendable {
  let site: Site
  let meters: Meters
  private let parts: ShowParts
  /// The value of `--feed`.
  private let location: FeedLocation?
  /// Locked until the end.
  private let stateFolder: StateFolder
  /// Guards what a refresh and a reload change.
  private let state: Mutex<State>

  struct State {
    var loaded: LoadedShow
    /// The data of the catalog, from which a reload makes it anew; nil while only the snapshot has it.
    var content: FeedContent?
    var pictures: PictureCache
    var search: OutsideSearch?
    /// The edition that this replica shares with others; nil for one that is alone.
    var sharing: EditionSharing?
    var refresher: FeedRefresher?
    /// What it was started with, until that is no longer needed.
    var start: (outcome: FeedStart.Outcome, catalog: Catalog)?
  }

  init(
    _ site: Site, _ meters: Meters, _ parts: ShowParts, _ location: FeedLocation?, _ stateFolder: StateFolder,
    _ state: sending State
  ) {
    self.site = site
    self.meters = meters
    self.parts = parts
    self.location = location
    self.stateFolder = stateFolder
    self.state = Mutex(state)
  }

  /// The port that its file names.
  var port: UInt16 { state.withLock { $0.loaded.show.serving.port } }

  var health: OperatorReports.Health { Watch.health(site.status, isDegraded: meters.database.isDegraded) }

  /// What a scrape reads of it.
  /// - Parameter name: what distinguishes it from others; nil where it is all.
  func figures(named name: String?) -> ShowFigures {
    ShowFigures(
      name: name, meters: meters, status: site.status,
      pictures: state.withLock { $0.pictures }.statistics)
  }

  /// Begins what goes on while it is served: asking the feed, and keeping what was built for the next start.
  func begin() {
    guard let (start, catalog) = state.withLock({ $0.start.take() }) else { return }
    if start.catalog == nil, let digest = start.digest {
      DispatchQueue(label: "dramatis.index", qos: .utility).async { self.keep(catalog, of: digest) }
    }
    if let feed = start.asked {
      keepFresh(feed, askingAtOnce: start.origin != .feed, serving: start)
    }
  }

  /// Asks the feed again and again, and publishes what is new.
  /// - Parameter start: what is served, if that is known.
  private func keepFresh(_ feed: any Feed, askingAtOnce: Bool, serving start: FeedStart.Outcome?) {
    let (loaded, sharing) = state.withLock { ($0.loaded, $0.sharing) }
    let refresher = FeedRefresher(
      feed: feed, file: parts.options.feed == nil ? loaded.file : nil, others: parts.alternatives(loaded),
      fetcher: parts.fetcher(loaded), snapshot: parts.snapshot(of: feed),
      interval: parts.options.refresh ?? loaded.show.serving.refresh, known: start?.digest,
      source: start?.source ?? 0, entries: start?.count ?? 0, sharing: sharing,
      isEmpty: start?.origin == .awaited, report: parts.log.info,
      warn: parts.log.warning, count: meters.feed.count, confirm: { [site] in site.confirm(takenAt: $0) },
      progress: .log { [log = parts.log] in log.info("feed: \($0)") }, answered: meters.feed.answered
    ) { [weak self] content, takenAt, digest in self?.publish(content, takenAt, digest) }
    state.withLock { $0.refresher = refresher }
    refresher.start(askingAtOnce: askingAtOnce)
  }

  private func publish(_ content: FeedContent, _ takenAt: Int, _ digest: FeedAnswer.Digest) {
    // Within the lock, so that a reload at the same time cannot bring back the old show.
    let catalog = state.withLock { state in
      state.content = content
      let catalog = parts.catalog(state.loaded, content)
      site.publish(catalog, provenance: .feed(takenAt: takenAt))
      return catalog
    }
    keep(catalog, of: digest)
  }

  /// Keeps a catalog that was built of the snapshot, so that the next start need not build it. Blocks for the disk.
  private func keep(_ catalog: Catalog, of digest: FeedAnswer.Digest) {
    let loaded = state.withLock { $0.loaded }
    guard let feed = loaded.feed.catalog, loaded.feed.alternatives.isEmpty else { return }
    parts.keptCatalog(of: loaded, feed).save(catalog, of: digest, report: parts.log.info)
  }

  /// Reads the show's file, templates and public files again.
  /// - Throws: the first fault; the show is then served as before.
  private func reload() throws {
    let loaded = try parts.load()
    let content = try parts.content(ofFileOf: loaded)
    // A shelf has done so for all of its shows.
    if parts.shared == nil { parts.resources.renew() }
    let (pictures, refresher, search) = try state.withLock { try replace(&$0, by: loaded, content) }
    pictures?.stop()
    search?.stop()
    if let refresher {
      refresher.stop()
      if let feed = loaded.feed.catalog { keepFresh(moved(feed), askingAtOnce: true, serving: nil) }
    }
    parts.log.info("reloaded \(parts.file.path)")
  }

  /// The same with its faults in the log, and returned.
  func reloadOrLog() -> [String] {
    do {
      try reload()
      return []
    } catch {
      let lines = (error as? ConfigurationFaults)?.lines ?? ["\(error)"]
      for line in lines { parts.log.error("not reloaded: \(line)") }
      return lines
    }
  }

  /// Ends all requests to the outside.
  func stop() {
    let (refresher, pictures, search) = state.withLock { ($0.refresher.take(), $0.pictures, $0.search) }
    refresher?.stop()
    search?.stop()
    pictures.stop()
  }

  /// Serves the show as it was read again.
  /// - Parameter content: what takes the place of the data that is served; nil to keep it.
  /// - Returns: what is no longer used, for the caller to stop.
  private func replace(
    _ state: inout State, by loaded: LoadedShow, _ content: FeedContent?
  ) throws -> (pictures: PictureCache?, refresher: FeedRefresher?, search: OutsideSearch?) {
    guard (state.loaded.feed.catalog == nil) == (loaded.feed.catalog == nil) else {
      throw StartError("changing between a catalog and a search page takes a restart")
    }
    let (old, show) = (state.loaded.show, loaded.show)
    let content = try content ?? state.content ?? parts.snapshotContent(of: state.loaded)
    let search = try parts.search(loaded)
    let location = try parts.location(loaded)
    let sharing =
      old.feed == show.feed ? state.sharing : try parts.sharing(loaded, location, meters.database)
    let hasSameSources = old.pictures == show.pictures && old.feed == show.feed
    let pictures = hasSameSources ? state.pictures : parts.pictures(loaded, location)
    do {
      try site.reload(
        show: show, catalog: parts.catalog(loaded, content), resources: parts.resources,
        pictures: pictures, search: search?.pages)
    } catch {
      if !hasSameSources { pictures.stop() }
      search?.stop()
      throw error
    }
    let (oldPictures, oldSearch) = (hasSameSources ? nil : state.pictures, state.search)
    state.sharing = sharing
    state.loaded = loaded
    state.content = content
    state.pictures = pictures
    state.search = search
    warnOfFixed(old, show)
    let hasSameFeed = old.feed == show.feed && old.serving.refresh == show.serving.refresh
    return (oldPictures, hasSameFeed ? nil : state.refresher.take(), oldSearch)
  }

  /// Warns of changed settings that only a restart applies.
  private func warnOfFixed(_ old: Show, _ new: Show) {
    for (name, isChanged) in [
      ("port", parts.options.port == nil && old.serving.port != new.serving.port),
      ("base path", parts.options.basePath == nil && old.serving.basePath != new.serving.basePath),
      ("store of favorites", old.favoritesPlace != new.favoritesPlace),
    ] where isChanged {
      parts.log.warning("\(parts.file.path): the new \(name) takes effect after a restart")
    }
  }

  /// The feed at the address or in the folder that `--feed` or the show's file gives, if one does.
  private func moved(_ feed: any Feed) -> any Feed {
    switch location {
    case .address(let address)?: feed.moved(to: address)
    case .path(let path)?: feed.following(path) ?? feed
    case nil: feed
    }
  }
}
