import Configuration
import Dispatch
import HTTPServer
import Operations
import ShowFiles
import Synchronization
import System
import Website

/// Everything that is served: one show, or several, each below its name, with the page of all of them.
final class RunningShelf: Sendable {
  /// The site at the top: that of the only show, or the page of all. It refuses requests, invites other devices and
  /// redirects to https.
  let front: Site
  private let shared: SharedParts
  /// Counts requests to the front.
  private let meters: Meters
  private let addresses: Addresses
  /// Without shows if there is only one.
  private let shelf = Shelf()
  private let router: Router
  /// The slots of the shelf; a reload replaces them.
  private let slots: Slots
  /// Whether the server listens; held while shows are started, reloaded and stopped.
  private let isListening = Mutex(false)
  private let hasEnded = Atomic(false)
  /// Whether a retry of failed shows is scheduled.
  private let isRetrying = Atomic(false)

  /// Seconds until a failed show is retried: the first pause and the longest.
  private static let pauses = 60...3_600

  /// Starts every show.
  /// - Throws: `ConfigurationFaults`, every fault if all shows fail to start; or an error of one sentence.
  init(_ shared: SharedParts) throws {
    self.shared = shared
    addresses = try Addresses(path: shared.options.basePath ?? "")
    let (slots, shelf) = (Slots(), self.shelf)
    self.slots = slots
    guard shared.options.isShelf else {
      let show = try RunningShow(PreparedShow(shared.options, log: ShowLog(shared.log)), shared)
      (front, meters) = (show.site, show.meters)
      router = Router(shelf, front: front)
      slots.all = [Slot(name: shared.options.show, show: show)]
      return
    }
    meters = Meters()
    front = try Site(shelf: shelf, addresses: addresses, resources: shared.resources) {
      shared.connect(&$0, editions: { slots.shows.compactMap(\.reports.edition) }) { _ in
        Self.health(of: shelf, slots, shared)
      }
    }
    router = Router(shelf, front: front)
    place(named: try names())
    guard slots.shows.isEmpty else { return }
    throw ConfigurationFaults(
      lines: slots.all.isEmpty
        ? ["no shows found in \(shared.folders.configuration)"] : slots.all.flatMap(\.faults))
  }

  /// The port to listen on unless an option names one.
  var port: UInt16 { shared.options.isShelf ? Defaults.port : slots.shows.first?.port ?? Defaults.port }
  /// Its health in a few words.
  var health: String {
    guard shared.options.isShelf else {
      return slots.shows.first.map { $0.reports.health(of: $0.site.status).words } ?? ""
    }
    return Self.health(of: shelf, slots, shared).words
  }

  private static func health(
    of shelf: Shelf, _ slots: Slots, _ shared: SharedParts
  ) -> OperatorReports.Health {
    HealthReport.of(shelf, slots.faults.merging(shared.faults) { of, own in "\(own); \(of)" })
  }

  /// Whether a list is being read or built.
  var isReading: Bool { slots.shows.contains(where: \.isReading) }

  /// Metrics, one element per show and one of the page of all.
  var figures: [ShowFigures] {
    guard shared.options.isShelf else { return slots.shows.map { $0.figures(named: nil) } }
    return [ShowFigures(meters, faults: shared.faults)]
      + slots.all.compactMap { $0.show?.figures(named: $0.slug) }
  }

  func answer(_ request: Request) -> Answer { router.answer(request) }
  func allowed(_ target: [UInt8]) -> String { router.allowed(target) }
  func count(_ request: CompletedRequest) {
    if !router.count(request) { meters.count(request) }
  }

  /// Starts background work such as refreshing feeds; called once the server listens.
  func begin() {
    isListening.withLock { isListening in
      isListening = true
      for show in slots.shows { show.begin() }
    }
  }

  /// Starts new shows, reloads those being served, and stops those whose files are gone.
  /// - Returns: the first fault; all are logged, and what they concern is served as before.
  func reload() -> String? {
    shared.resources.renew()
    guard shared.options.isShelf else { return slots.shows.flatMap { $0.reload() }.first }
    let faults = Mutex<[String]>([])
    do {
      try front.reloadShelf(resources: shared.resources)
      place(named: try names()) { show in
        let own = show.reload()
        faults.withLock { $0 += own }
      }
    } catch {
      let lines = (error as? ConfigurationFaults)?.lines ?? ["\(error)"]
      for line in lines { shared.log.error("not reloaded: \(line)") }
      return lines.first
    }
    return faults.withLock { $0.first } ?? slots.all.lazy.flatMap(\.faults).first
  }

  /// Cancels all requests to outside sources.
  func stop() {
    // Without waiting for shows that are still starting: they end with the program.
    hasEnded.store(true, ordering: .relaxed)
    for show in slots.shows { show.stop() }
  }

  // MARK: Starting and stopping shows

  /// Names or files of the shows that exist now.
  /// - Throws: one line if the folder cannot be read, or two shows have one name.
  private func names() throws -> [String] {
    guard !shared.options.areAllShows else { return try ShowFile.names(in: shared.folders.configuration) }
    let slugs = shared.options.shows.map(Folders.slug(of:))
    if let twice = slugs.first(where: { slug in slugs.count { $0 == slug } > 1 }) {
      throw StartError("two shows are called \"\(twice)\"; each needs a name of its own")
    }
    return shared.options.shows
  }

  /// The path that a show lies below.
  private func base(of slug: String) -> String { "\(addresses.base)/\(slug)" }

  /// Starts and stops shows until exactly these are served.
  /// - Parameters:
  ///   - known: slots whose faults are in the log already.
  ///   - renew: called with each show that is being served already, on a thread of its own.
  private func place(
    named names: [String], knowing known: [Slot] = [],
    renew: @escaping @Sendable (RunningShow) -> Void = { _ in }
  ) {
    isListening.withLock { isListening in
      guard !hasEnded.load(ordering: .relaxed) else { return }
      let old = slots.all
      let kept = old.filter { $0.show != nil && names.contains($0.name) }
      let renewing = DispatchGroup()
      for show in kept.compactMap(\.show) {
        if !startThread(in: renewing, { renew(show) }) { renew(show) }
      }
      defer { renewing.wait() }
      let started = start(names.filter { name in !kept.contains { $0.name == name } }, knowing: known)
      publish(names.compactMap { name in (kept + started).first { $0.name == name } })
      if isListening { for slot in started { slot.show?.begin() } }
      for slot in old where !names.contains(slot.name) {
        slot.show?.stop()
        shared.log.info("\(slot.slug) is no longer served: its file is gone")
      }
      if started.contains(where: { $0.show == nil }), !isRetrying.exchange(true, ordering: .relaxed) {
        retry(after: Self.pauses.lowerBound)
      }
    }
  }

  /// Retries failed shows with growing pauses: a feed or a disk may recover.
  private func retry(after pause: Int) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(pause)) { [weak self] in
      guard let self else { return }
      let known = slots.all
      place(named: known.map(\.name), knowing: known)
      if slots.all.contains(where: { $0.show == nil }) {
        retry(after: min(2 * pause, Self.pauses.upperBound))
      } else {
        isRetrying.store(false, ordering: .relaxed)
      }
    }
  }

  private func publish(_ new: [Slot]) {
    slots.all = new
    shelf.replace(
      with: new.map { slot in
        ShelfShow(
          name: slot.slug, title: slot.title, base: base(of: slot.slug), site: slot.show?.site,
          count: { slot.show?.meters.count($0) })
      })
    front.accept(hosts: new.reduce(into: []) { $0.formUnion($1.show?.site.configuredHosts ?? []) })
  }

  /// Starts shows in parallel, so that one that waits for its feed does not delay the others.
  private func start(_ names: [String], knowing known: [Slot]) -> [Slot] {
    let (display, group) = (ProgressDisplay.current, DispatchGroup())
    let started = Mutex<[Slot]>([])
    for name in names {
      let work: @Sendable () -> Void = { [self] in
        let slot = ProgressDisplay.$current.withValue(display) { start(name) }
        started.withLock { $0.append(slot) }
      }
      if !startThread(in: group, work) { work() }
    }
    group.wait()
    let all = started.withLock { $0 }
    for slot in all where known.first(where: { $0.name == slot.name })?.faults != slot.faults {
      for line in slot.faults { shared.log.error("\(slot.slug) is not served: \(line)") }
    }
    return all
  }

  private func start(_ name: String) -> Slot {
    var slot = Slot(name: name)
    do {
      if Shelf.isReserved(slot.slug) {
        throw StartError(
          "/\(slot.slug) is an address of the page of all shows; give the show's file another name")
      }
      let options = shared.options.ofShow(name, below: base(of: slot.slug))
      let prepared = try PreparedShow(options, log: ShowLog(shared.log))
      slot.title = prepared.show.name
      slot.show = try RunningShow(prepared, shared)
    } catch {
      slot.faults = (error as? ConfigurationFaults)?.lines ?? ["\(error)"]
    }
    return slot
  }
}
