import Catalogs
import Configuration
import Feeds
import Glibc
import Operations
import Pictures
import ShowFiles
import Synchronization
import System
import Website

/// A show's site, the keeper of its list, and the parts that a reload of its file replaces.
final class ServedShow: Sendable {
  let site: Site
  let meters: Meters
  let parts: ShowParts
  /// Locked while this exists.
  private let stateFolder: StateFolder
  /// Nil for a search page.
  private let keeper: ListKeeper?
  /// Replaced as a whole; held only for the swap.
  private let state: Mutex<State>

  struct State: Sendable {
    var loaded: LoadedShow
    var pictures: PictureCache
    /// The folder of the list, which its pictures are in; nil for a feed at an address.
    var folder: EnclosedFolder?
    var search: OutsideSearch?
  }

  init(
    _ site: Site, _ meters: Meters, _ parts: ShowParts, _ stateFolder: StateFolder, _ state: State,
    _ keeper: ListKeeper?
  ) {
    self.site = site
    self.meters = meters
    self.parts = parts
    self.stateFolder = stateFolder
    self.state = Mutex(state)
    for note in state.loaded.notes { parts.log.warning(note) }
    self.keeper = keeper
    logEdition()
    keeper?.publish { [weak self] in self?.publish($0) }
  }

  private func logEdition() {
    guard let edition = parts.reading.served else { return }
    parts.log.info("feed: serving the edition \(edition.digest) of \(edition.source)")
  }

  /// The port in the show's file.
  var port: UInt16 { state.withLock { $0.loaded.show.serving.port } }

  var health: OperatorReports.Health { parts.health(site.status, meters) }

  /// Faults that its pages survive.
  var faults: [Troubles.Kind: String] { parts.faults(of: site.status, meters) }

  /// Whether the list is being read or built, or awaited.
  var isReading: Bool { keeper?.phase.isLoading == true }

  /// Its metrics, with the label of the show; nil for a single show.
  func figures(named name: String?) -> ShowFigures {
    let slug = state.withLock { $0.loaded.show.slug }
    return ShowFigures(
      name: name, meters: meters, status: site.status, faults: faults,
      edition: parts.reading.served.map { (slug, $0.digest, $0.source) },
      pictures: state.withLock { $0.pictures }.statistics)
  }

  /// Starts refreshing the feed, now or once the list is read.
  func begin() { keeper?.begin() }

  /// Called by the keeper.
  private func publish(_ news: ListNews) {
    switch news {
    case .start(let start):
      if let catalog = start.catalog { publish(catalog, start.provenance) }
    case .catalog(let catalog, let takenAt):
      publish(catalog, takenAt.map { .feed(takenAt: $0) } ?? .file)
    case .confirmed(let takenAt): site.confirm(takenAt: takenAt)
    case .failed: site.noteFailure(at: time(nil))
    }
  }

  private func publish(_ catalog: Catalog, _ provenance: Provenance) {
    // A folder that was missing at the start looked like a file.
    let loaded = state.withLock { $0.loaded }
    let isMoved = (try? hasNewFolder(loaded)) == true
    if isMoved { (try? replace(by: loaded, nil))?.stop() }
    logEdition()
    site.publish(catalog, provenance: provenance)
  }

  private func hasNewFolder(_ loaded: LoadedShow) throws -> Bool {
    let folder = try parts.location(loaded)?.folder
    return state.withLock { $0.folder } != folder
  }

  /// Reads the show's file, templates and public files again.
  /// - Throws: the first fault; the show is served as before.
  private func reload() throws {
    let loaded = try parts.load()
    // A shelf does so for all of its shows.
    if parts.shared == nil { parts.resources.renew() }
    let old = state.withLock { $0 }
    guard (keeper == nil) == (loaded.feed.catalog == nil) else {
      throw StartError("switching between a catalog and a search page requires a restart")
    }
    let location = try parts.location(loaded)
    let isSameFeed = old.loaded.show.feed == loaded.show.feed
    if let keeper, let plan = parts.plan(loaded, location) {
      try keeper.reload(plan, isSameFeed: isSameFeed) { [self] catalog in
        try replace(by: loaded, catalog).stop()
      }
    } else {
      try replace(by: loaded, nil).stop()
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
    let state = state.withLock { $0 }
    keeper?.stop()
    state.search?.stop()
    state.pictures.stop()
  }

  /// Parts that are no longer used.
  private struct Replaced {
    let pictures: PictureCache?
    let search: OutsideSearch?

    func stop() {
      pictures?.stop()
      search?.stop()
    }
  }

  /// Serves the show as it was read again.
  /// - Parameter catalog: replaces the one that is served; nil to keep it.
  private func replace(by loaded: LoadedShow, _ catalog: Catalog?) throws -> Replaced {
    let state = self.state.withLock { $0 }
    let (old, show) = (state.loaded.show, loaded.show)
    let search = try parts.search(loaded)
    let location = try parts.location(loaded)
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
    self.state.withLock { state in
      state.loaded = loaded
      state.pictures = pictures
      state.folder = location?.folder
      state.search = search
    }
    return Replaced(pictures: hasSameSources ? nil : state.pictures, search: state.search)
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

extension FeedStart.Outcome {
  /// The origin of the data, as the pages state it.
  var provenance: Provenance {
    switch origin {
    case .feed, .snapshot: .feed(takenAt: takenAt ?? 0)
    case .bundled: .bundled
    case .location, .nowhere: .file
    }
  }
}
