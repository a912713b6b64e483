import Configuration
import Dispatch
import HTTPServer
import Operations
import ShowFiles
import Synchronization
import System
import Website

/// Several shows that share a server, each below its name, and the page of all of them.
final class ServedShelf: Serving {
  let site: Site
  private let parts: ShelfParts
  private let shelf: Shelf
  private let router: Router
  private let composition: Composition
  /// Counts requests to the shelf's own pages.
  private let requests = RequestMeter()
  /// The slots of the shelf; a reload replaces them.
  private let places = Mutex<[ShelfSlot]>([])
  /// Whether the server listens; held while shows are started, reloaded and stopped.
  private let isListening = Mutex(false)
  private let hasEnded = Atomic(false)
  /// Whether a retry of failed shows is scheduled.
  private let isRetrying = Atomic(false)

  /// Seconds until a failed show is retried: the first pause and the longest.
  private static let pauses = 60...3_600

  /// Starts every show.
  /// - Throws: every fault if all shows fail to start.
  init(_ parts: ShelfParts, _ composition: Composition) throws {
    (self.parts, self.composition) = (parts, composition)
    let shelf = Shelf()
    self.shelf = shelf
    site = try composition.site(of: shelf, parts)
    router = Router(shelf, front: site)
    place(named: try parts.shows())
    let placed = places.withLock { $0 }
    guard placed.contains(where: { $0.show != nil }) else {
      throw ConfigurationFaults(
        lines: placed.isEmpty
          ? ["no shows found in \(parts.folders.configuration)"] : placed.flatMap(\.faults))
    }
  }

  var port: UInt16 { Defaults.port }
  var health: OperatorReports.Health { Watch.health(of: shelf, parts.faults) }
  var isReading: Bool { places.withLock { $0 }.contains { $0.show?.isReading == true } }
  var figures: [ShowFigures] {
    [ShowFigures(requests, faults: parts.programFaults)]
      + places.withLock { $0 }.compactMap { $0.show?.figures(named: $0.slug) }
  }

  func answer(_ request: Request) -> Answer { router.answer(request) }
  func allowed(_ target: [UInt8]) -> String { router.allowed(target) }
  func count(_ request: CompletedRequest) {
    if !router.count(request) { requests.count(request) }
  }

  func begin() {
    isListening.withLock { isListening in
      isListening = true
      for place in places.withLock({ $0 }) { place.show?.begin() }
    }
  }

  /// Starts new shows, reloads those being served, and stops those whose files are gone.
  func reload() -> String? {
    let faults = Mutex<[String]>([])
    do {
      parts.resources.renew()
      try site.reloadShelf(resources: parts.resources)
      place(named: try parts.shows()) { show in
        let own = show.reloadOrLog()
        faults.withLock { $0 += own }
      }
    } catch {
      let lines = (error as? ConfigurationFaults)?.lines ?? ["\(error)"]
      for line in lines { parts.log.error("not reloaded: \(line)") }
      return lines.first
    }
    return faults.withLock { $0.first } ?? places.withLock { $0 }.lazy.flatMap(\.faults).first
  }

  func stop() {
    // Without waiting for shows that are still starting: they end with the program.
    hasEnded.store(true, ordering: .relaxed)
    for place in places.withLock({ $0 }) { place.show?.stop() }
  }

  // MARK: Starting and stopping shows

  /// Starts and stops shows until exactly these are served.
  /// - Parameters:
  ///   - known: slots whose faults are in the log already.
  ///   - renew: called with each show that is being served already, on a thread of its own.
  private func place(
    named names: [String], knowing known: [ShelfSlot] = [],
    renew: @escaping @Sendable (ServedShow) -> Void = { _ in }
  ) {
    isListening.withLock { isListening in
      guard !hasEnded.load(ordering: .relaxed) else { return }
      let old = places.withLock { $0 }
      let kept = old.filter { $0.show != nil && names.contains($0.name) }
      let renewing = DispatchGroup()
      for show in kept.compactMap(\.show) {
        if !startThread(in: renewing, { renew(show) }) { renew(show) }
      }
      defer { renewing.wait() }
      let started = start(names.filter { name in !kept.contains { $0.name == name } }, knowing: known)
      publish(names.compactMap { name in (kept + started).first { $0.name == name } })
      if isListening { for place in started { place.show?.begin() } }
      for place in old where !names.contains(place.name) {
        place.show?.stop()
        parts.watched[place.slug] = nil
        parts.log.info("\(place.slug) is no longer served: its file is gone")
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
      let known = places.withLock { $0 }
      place(named: known.map(\.name), knowing: known)
      if places.withLock({ $0.contains { $0.show == nil } }) {
        retry(after: min(2 * pause, Self.pauses.upperBound))
      } else {
        isRetrying.store(false, ordering: .relaxed)
      }
    }
  }

  private func publish(_ new: [ShelfSlot]) {
    places.withLock { $0 = new }
    shelf.replace(
      with: new.map { place in
        guard let show = place.show else {
          return ShelfShow(
            name: place.slug, title: place.title, base: parts.base(of: place.slug), site: nil)
        }
        return ShelfShow(
          name: place.slug, base: show.site.addresses.base, site: show.site, count: show.meters.requests.count
        )
      })
    site.accept(hosts: new.reduce(into: []) { $0.formUnion($1.show?.site.configuredHosts ?? []) })
  }

  /// Starts shows in parallel, so that one that waits for its feed does not delay the others.
  private func start(_ names: [String], knowing known: [ShelfSlot]) -> [ShelfSlot] {
    let (display, group) = (ProgressDisplay.current, DispatchGroup())
    let started = Mutex<[ShelfSlot]>([])
    for name in names {
      let work: @Sendable () -> Void = { [self] in
        let place = ProgressDisplay.$current.withValue(display) { start(name) }
        started.withLock { $0.append(place) }
      }
      if !startThread(in: group, work) { work() }
    }
    group.wait()
    let places = started.withLock { $0 }
    for place in places where known.first(where: { $0.name == place.name })?.faults != place.faults {
      for line in place.faults { parts.log.error("\(place.slug) is not served: \(line)") }
    }
    return places
  }

  private func start(_ name: String) -> ShelfSlot {
    do {
      return ShelfSlot(
        name: name, show: try composition.show(parts.parts(of: name)))
    } catch {
      return ShelfSlot(
        name: name, title: try? parts.parts(of: name).load().show.name,
        faults: (error as? ConfigurationFaults)?.lines ?? ["\(error)"])
    }
  }
}

/// A show on the shelf, or the reason why it cannot be served.
struct ShelfSlot: Sendable {
  /// The name or the path of the show's file, as the operator wrote it.
  let name: String
  /// The name in its file; nil if the file cannot be read, or the show is served.
  var title: String?
  /// Nil if it cannot be served.
  var show: ServedShow?
  /// Reasons why it cannot be served, one line each.
  var faults: [String] = []

  /// The name in its address.
  var slug: String { Folders.slug(of: name) }
}
