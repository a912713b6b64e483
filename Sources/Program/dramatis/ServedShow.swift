import Catalogs
import Configuration
import Dispatch
import Feeds
import Glibc
import Operations
import Pictures
import ShowFiles
import Synchronization
import System
import Website

/// A show's site, and the parts that a refresh of its feed or a reload of its file replaces.
final class ServedShow: Sendable {
  let site: Site
  let meters: Meters
  let parts: ShowParts
  /// Locked while this exists.
  private let stateFolder: StateFolder
  /// Replaced as a whole; held only for the swap.
  let state: Mutex<State>
  /// Runs refreshes and reloads one after the other, so that neither publishes over the other.
  let changes = DispatchQueue(label: "dramatis.changes")
  /// Runs reloads one after the other; they may read the list.
  let reads = DispatchQueue(label: "dramatis.reads")
  /// Reads the list that the show starts with; nil if that was read before.
  private let load: ListLoad?

  struct State: Sendable {
    var loaded: LoadedShow
    var pictures: PictureCache
    /// The folder of the list, which its pictures are in; nil for a feed at an address.
    var folder: EnclosedFolder?
    var search: OutsideSearch?
    /// The edition that replicas share; nil for a single process.
    var sharing: EditionSharing?
    var refresher: FeedRefresher?
    /// The state of the last damaged edition that was read again.
    var repaired: Loading?
    /// The initial data, until ``ServedShow/begin()``.
    var start: FeedStart.Outcome?
    /// Whether the server listens.
    var isBegun = false
    var isStopped = false
  }

  init(
    _ site: Site, _ meters: Meters, _ parts: ShowParts, _ stateFolder: StateFolder, _ state: State,
    load: ListLoad?
  ) {
    self.site = site
    self.meters = meters
    self.parts = parts
    self.stateFolder = stateFolder
    self.state = Mutex(state)
    self.load = load
    load?.receive { [weak self] in self?.receive($0) }
    site.onDamage.withLock { $0 = { [weak self] in self?.repair() } }
  }

  /// The port in the show's file.
  var port: UInt16 { state.withLock { $0.loaded.show.serving.port } }

  var health: OperatorReports.Health { Watch.health(site.status, faults) }

  /// Faults that its pages survive.
  var faults: [Troubles.Kind: String] { parts.faults(of: site.status, meters) }

  /// Whether the list is being read or built, or awaited.
  var isReading: Bool {
    if case .reading? = site.status.provenance.loading?.state { true } else { false }
  }

  /// Its metrics, with the label of the show; nil for a single show.
  func figures(named name: String?) -> ShowFigures {
    ShowFigures(
      name: name, meters: meters, status: site.status, faults: faults,
      pictures: state.withLock { $0.pictures }.statistics)
  }

  /// Starts refreshing the feed, now or once the list is read.
  func begin() {
    let start = state.withLock { state in
      state.isBegun = true
      return state.start.take()
    }
    if let start { keepFresh(after: start) }
  }

  func keepFresh(after start: FeedStart.Outcome) {
    // Known, or just asked without success.
    let isAsked = [.feed, .location, .nowhere].contains(start.origin)
    if start.isRefreshed { keepFresh(askingAtOnce: !isAsked, after: start) }
  }

  /// Refreshes the feed at intervals, and publishes changes.
  /// - Parameter start: the data being served, if known.
  private func keepFresh(askingAtOnce: Bool, after start: FeedStart.Outcome?) {
    let (loaded, sharing) = state.withLock { ($0.loaded, $0.sharing) }
    // It throws only at the start, for an invalid `--feed`.
    let location = try? parts.location(loaded)
    guard let sources = parts.sources(loaded, location, sharing) else { return }
    let interval = parts.options.refresh ?? loaded.show.serving.refresh
    meters.feed.asks(every: interval)
    let refresher = FeedRefresher(
      sources, store: parts.store(loaded), asking: parts.source(loaded),
      timing: RefreshTiming(interval: interval), after: start, reporting: (meters, parts.log)
    ) { [weak self, site] news in
      switch news {
      case .catalog(let catalog, let takenAt): self?.publish(catalog, .feed(takenAt: takenAt))
      case .confirmed(let takenAt): site.confirm(takenAt: takenAt)
      case .file(let catalog): self?.publish(catalog, .file)
      case .faults(let faults): self?.note(faults)
      }
    }
    let isWanted = state.withLock { state in
      if !state.isStopped { state.refresher = refresher }
      return !state.isStopped
    }
    if isWanted { refresher.start(askingAtOnce: askingAtOnce) }
  }

  private func publish(_ catalog: Catalog, _ provenance: Provenance) {
    let pictures = changes.sync {
      // A folder that was missing at the start looked like a file.
      let loaded = state.withLock { $0.loaded }
      let replaced = try? hasNewFolder(loaded) ? replace(by: loaded, nil).pictures : nil
      site.publish(catalog, provenance: provenance)
      return replaced
    }
    pictures?.stop()
  }

  private func hasNewFolder(_ loaded: LoadedShow) throws -> Bool {
    let folder = try parts.location(loaded)?.folder
    return state.withLock { $0.folder } != folder
  }

  private func note(_ faults: SourceFaults) {
    meters.troubles[.feed] = faults.failure
    if faults.failure != nil { site.noteFailure(at: time(nil)) }
    meters.troubles[.shortened] = faults.shortening
    if let loading = site.status.provenance.loading, let failure = faults.failure, fault != nil {
      loading.state = .failed(failure)
    }
  }

  /// Reads the show's file, templates and public files again.
  /// - Throws: the first fault; the show is served as before.
  private func reload() throws {
    load?.wait()
    try reads.sync { try reloadNow() }
  }

  private func reloadNow() throws {
    let loaded = try parts.load()
    let fault = fault
    let catalog =
      fault == nil ? try parts.again(loaded, isBundled: site.status.provenance == .bundled) : nil
    // A shelf does so for all of its shows.
    if parts.shared == nil { parts.resources.renew() }
    let (pictures, refresher, search) = try changes.sync { try replace(by: loaded, catalog) }
    pictures?.stop()
    search?.stop()
    if fault != nil {
      (refresher ?? state.withLock { $0.refresher.take() })?.stop()
      try readAgain()
    } else if let refresher {
      refresher.stop()
      keepFresh(askingAtOnce: true, after: nil)
    } else {
      state.withLock { $0.refresher }?.askNow()
    }
    parts.log.info("reloaded \(parts.file.path)")
  }

  /// Reloads, and logs and returns the faults.
  func reloadOrLog() -> [String] {
    do {
      try reload()
      meters.troubles[.reload] = nil
      return []
    } catch {
      let lines = (error as? ConfigurationFaults)?.lines ?? ["\(error)"]
      meters.troubles[.reload] = lines.first.map { "not reloaded: \($0)" }
      for line in lines { parts.log.error("not reloaded: \(line)") }
      return lines
    }
  }

  /// Cancels all requests to outside sources.
  func stop() {
    let (refresher, pictures, search) = state.withLock { state in
      state.isStopped = true
      return (state.refresher.take(), state.pictures, state.search)
    }
    refresher?.stop()
    search?.stop()
    pictures.stop()
  }

  /// Serves the show as it was read again.
  /// - Parameter catalog: replaces the one that is served; nil to keep it.
  /// - Returns: parts that are no longer used, for the caller to stop.
  private func replace(
    by loaded: LoadedShow, _ catalog: Catalog?
  ) throws -> (pictures: PictureCache?, refresher: FeedRefresher?, search: OutsideSearch?) {
    let state = self.state.withLock { $0 }
    guard (state.loaded.feed.catalog == nil) == (loaded.feed.catalog == nil) else {
      throw StartError("switching between a catalog and a search page requires a restart")
    }
    let (old, show) = (state.loaded.show, loaded.show)
    let search = try parts.search(loaded)
    let location = try parts.location(loaded)
    let sharing = old.feed == show.feed ? state.sharing : try parts.sharing(loaded, location, meters)
    let hasSameSources =
      old.pictures == show.pictures && old.feed == show.feed && state.folder == location?.folder
    let pictures = hasSameSources ? state.pictures : parts.pictures(loaded, location)
    do {
      try site.reload(
        show: show, catalog: catalog, resources: parts.resources, pictures: pictures, search: search?.pages)
    } catch {
      if !hasSameSources { pictures.stop() }
      search?.stop()
      throw error
    }
    warnOfFixed(old, show)
    let hasSameFeed = old.feed == show.feed && old.serving.refresh == show.serving.refresh
    let refresher = self.state.withLock { state in
      state.sharing = sharing
      state.loaded = loaded
      state.pictures = pictures
      state.folder = location?.folder
      state.search = search
      return hasSameFeed ? nil : state.refresher.take()
    }
    return (hasSameSources ? nil : state.pictures, refresher, state.search)
  }

  /// Warns of changed settings that require a restart.
  private func warnOfFixed(_ old: Show, _ new: Show) {
    for (name, isChanged) in [
      ("port", parts.options.port == nil && old.serving.port != new.serving.port),
      ("base path", parts.options.basePath == nil && old.serving.basePath != new.serving.basePath),
      ("store of favorites", old.favoritesPlace != new.favoritesPlace),
    ] where isChanged {
      parts.log.warning("\(parts.file.path): the new \(name) takes effect after a restart")
    }
  }
}
