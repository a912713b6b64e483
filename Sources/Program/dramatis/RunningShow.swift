import Catalogs
import Feeds
import Glibc
import Operations
import Pictures
import ShowFiles
import Synchronization
import System
import Website

/// A show that is served: its site, the keeper of its list, and the parts that a reload of its file replaces.
final class RunningShow: Sendable {
  let site: Site
  let meters: Meters
  let reports: ShowReports
  private let shared: SharedParts
  /// Locked while this exists.
  private let stateFolder: StateFolder
  /// Nil for a search page.
  private let keeper: ListKeeper?
  /// Replaced as a whole; held only for the swap.
  private let state: Mutex<State>

  private struct State: Sendable {
    var prepared: PreparedShow
    var pictures: PictureCache
    /// The folder of the list, which its pictures are in; nil for a feed at an address.
    var folder: EnclosedFolder?
    var search: OutsideSearch?
  }

  /// Seconds that a start waits for the list before it listens.
  private static let patience = 0.5

  /// Locks the state folder, finds the list to start with, and makes the show's site.
  /// - Throws: `ConfigurationFaults`, or an error whose description is one sentence.
  init(_ show: PreparedShow, _ shared: SharedParts) throws {
    let (log, meters) = (show.log, Meters())
    let reports = ShowReports(show: show, meters: meters, shared: shared)
    (self.shared, self.reports, self.meters) = (shared, reports, meters)
    var addresses = try Addresses(path: show.options.basePath ?? show.show.serving.basePath)
    if shared.options.isShelf { addresses.shelf = try Addresses(path: shared.options.basePath ?? "").list() }
    let search = try show.search()
    stateFolder = try show.stateFolder()
    if let obstacle = stateFolder.obstacle {
      log.warning(
        "cannot write to the state folder \(show.folders.state) (\(obstacle)); nothing new is kept")
    }
    if show.folders.isStateGuessed {
      log.info(
        "HOME is not set: the state folder is \(show.folders.state); choose another with --state-dir")
    }
    stateFolder.watch(meters.troubles, log)
    // Opening a list again accepts it as it is.
    if shared.opened != nil {
      do { try show.store.accept() } catch { log.warning("a list with other fields is refused: \(error)") }
    }
    let resources = ResourceReading(of: show.show, in: shared.resources)
    try show.check(isServed: true)

    // The list.
    let phase = ListPhase()
    keeper = show.plan(given: shared.opened?.answer).map {
      ListKeeper($0, phase: phase, reporting: (meters, show.log))
    }
    var start = keeper == nil ? FeedStart.Outcome.empty : nil
    do {
      start = try keeper?.start(within: shared.opened == nil ? Self.patience : .infinity) ?? start
    } catch {
      // A show that had a list before is not given up: its drive or feed may be late.
      guard show.store.isUsed else {
        keeper?.stop()
        throw error
      }
      log.error("\(show.show.slug) is not served: \(error)")
    }

    // The site.
    let pictures = show.pictures(shared.pictures)
    site = try Site(
      try SiteParts(
        show: show.show, catalog: start?.catalog ?? show.store.empty,
        provenance: start?.provenance ?? .missing, addresses: addresses, resources: resources
      ) {
        $0.phase = phase
        $0.pictures = pictures
        $0.search = search?.pages
        if show.loaded.feed.catalog != nil {
          $0.favorites = try show.favorites(meters)
          $0.countChange = { isStored, _ in meters.countChange(isStored: isStored) }
        }
        $0.budgets = shared.pages
        shared.connect(&$0, editions: { [reports.edition].compactMap(\.self) }) { reports.health(of: $0) }
      })
    state = Mutex(
      State(prepared: show, pictures: pictures, folder: show.location?.folder, search: search))
    for note in show.loaded.notes { log.warning(note) }
    logEdition()
    keeper?.publish { [weak self] in self?.publish($0) }
  }

  private func logEdition() {
    guard let edition = prepared.reading.served else { return }
    log.info("feed: serving the edition \(edition.digest) of \(edition.source)")
  }

  /// - Parameter name: its label; nil for a single show.
  func figures(named name: String?) -> ShowFigures {
    let status = site.status
    return ShowFigures(
      name: name, meters, faults: reports.faults(of: status),
      show: (status, state.withLock { $0.pictures }.statistics))
  }

  /// Whether the list is being read or built, or awaited.
  var isReading: Bool { keeper?.phase.isLoading == true }

  /// The port in the show's file.
  var port: UInt16 { prepared.show.serving.port }

  private var prepared: PreparedShow { state.withLock { $0.prepared } }
  private var log: ShowLog { prepared.log }

  // MARK: Changes

  /// Starts refreshing the feed, now or once the list is read.
  func begin() { keeper?.begin() }

  /// Cancels all requests to outside sources.
  func stop() {
    keeper?.stop()
    let state = state.withLock { $0 }
    state.search?.stop()
    state.pictures.stop()
  }

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
    let (show, folder) = state.withLock { ($0.prepared, $0.folder) }
    if show.location?.folder != folder {
      do { try replace(by: show, nil) } catch { log.error("the list's own pictures are missing: \(error)") }
    }
    logEdition()
    site.publish(catalog, provenance: provenance)
  }

  /// Reads the show's file, templates and public files again, and logs and returns the faults. A show with a fault is
  /// served as before.
  func reload() -> [String] {
    do {
      try readAgain()
      meters.troubles[.reload] = nil
      return []
    } catch {
      let lines = (error as? ConfigurationFaults)?.lines ?? ["\(error)"]
      meters.troubles[.reload] = lines.first.map { "not reloaded: \($0)" }
      for line in lines { log.error("not reloaded: \(line)") }
      return lines
    }
  }

  private func readAgain() throws {
    let show = try prepared.again()
    guard (keeper == nil) == (show.loaded.feed.catalog == nil) else {
      throw StartError("switching between a catalog and a search page requires a restart")
    }
    if let keeper, let plan = show.plan() {
      try keeper.reload(plan, isSameFeed: prepared.show.feed == show.show.feed) { [self] catalog in
        try replace(by: show, catalog)
      }
    } else {
      try replace(by: show, nil)
    }
    log.info("reloaded \(show.file.path)")
  }

  /// Serves the show as it was read again.
  /// - Parameter catalog: replaces the one that is served; nil to keep it.
  private func replace(by new: PreparedShow, _ catalog: Catalog?) throws {
    let old = state.withLock { $0 }
    let search = try new.search()
    let folder = new.location?.folder
    let hasSameSources =
      old.prepared.show.pictures == new.show.pictures && old.prepared.show.feed == new.show.feed
      && old.folder == folder
    let pictures = hasSameSources ? old.pictures : new.pictures(shared.pictures)
    do {
      try site.reload(
        show: new.show, catalog: catalog, resources: shared.resources, pictures: pictures,
        search: search?.pages)
    } catch {
      if !hasSameSources { pictures.stop() }
      search?.stop()
      throw error
    }
    warnOfFixed(old.prepared, new)
    state.withLock { $0 = State(prepared: new, pictures: pictures, folder: folder, search: search) }
    if !hasSameSources { old.pictures.stop() }
    old.search?.stop()
  }

  /// Warns of changed settings that require a restart.
  private func warnOfFixed(_ old: PreparedShow, _ new: PreparedShow) {
    let (before, after, options) = (old.show, new.show, new.options)
    for (name, isChanged) in [
      ("port", options.port == nil && before.serving.port != after.serving.port),
      ("base path", options.basePath == nil && before.serving.basePath != after.serving.basePath),
      ("store of favorites", before.favoritesPlace != after.favoritesPlace),
    ] where isChanged {
      log.warning("\(new.file.path): the new \(name) takes effect after a restart")
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
