import Catalogs
import Dispatch
import System

/// The visits to a show's sources, one after the other. Belongs to the keeper's thread.
struct SourceVisits {
  let sources: [CatalogSource]
  let store: CatalogStore
  let timing: RefreshTiming
  let meter: any Meter
  let log: any Log
  private(set) var way: FeedSource
  private let isOffline: Bool
  var history: SourceHistory
  /// The faults after the last visit.
  private(set) var faults = SourceFaults()
  /// The time of the next visit, by the clock of ``timing``.
  private var due = -Double.infinity
  /// The time of the last visit, in seconds since 1970.
  private var lastVisit = 0

  /// - Parameter start: the list that is served, or nothing.
  init(
    _ plan: ListPlan, after start: FeedStart.Outcome, reporting to: (meter: any Meter, log: any Log)
  ) {
    let all = plan.start.sources
    (sources, isOffline, store) = (all.asked, all.isOffline, plan.start.store)
    (way, timing, (meter, log)) = (plan.way, plan.timing, to)
    let served = start.digest.map {
      SourceHistory.Served(source: start.source, digest: $0, count: start.count)
    }
    history = SourceHistory(
      RefreshSchedule(interval: timing.interval), sources: sources.count, served: served,
      watch: sources.first?.path.map { SourceWatch($0, read: start.state) })
    let now = timing.elapsed()
    switch start.origin {
    case .nowhere: due = now + history.schedule.pauseAfterFailure(random: timing.random(), retryAfter: nil)
    case .feed, .location:
      if let requests = start.requests { history.note(requests, of: start.source) }
      let pause = history.pauseAfterStart(random: timing.random(), at: now, next: Double(timing.interval))
      due = now + max(pause, start.source == 0 ? Double(history.lifetime) : 0)
    case .snapshot, .bundled: break
    }
  }

  /// Asks through another access from now on; the last one was stopped.
  mutating func renew(_ way: FeedSource) { self.way = way }

  /// Asks at the next opportunity.
  /// - Parameter old: earlier visits to the same sources.
  mutating func askAtOnce(knowing old: SourceVisits?) {
    due = -.infinity
    guard let old else { return }
    history.remember(old.history)
  }

  /// Waits until the sources are to be asked, a watched file or folder has changed, or something comes up.
  mutating func pause(_ wakeUp: DispatchSemaphore, unless comesUp: () -> Bool) {
    while !comesUp() {
      let now = timing.elapsed()
      var left = due - now
      // A date that had passed before the last visit waits for the next one, which that announced.
      if let moment = store.reading.passesAt.withLock({ $0 }), lastVisit < moment {
        left = min(left, Double(moment - timing.now()))
      }
      if left <= 0 || history.watch?.isDue(at: now) == true || history.isConsentNew(store.isAccepting) {
        return
      }
      timing.wait(history.watch == nil ? left : min(left, SourceWatch.pause), wakeUp)
    }
  }

  /// Asks the sources, and publishes what is new.
  mutating func step(_ publish: (ListNews) -> Void) {
    lastVisit = timing.now()
    due = timing.elapsed() + visit(publish).pause
  }

  /// Asks the sources in turn until one answers.
  /// - Returns: the outcome, and the seconds until the next time.
  mutating func visit(_ publish: (ListNews) -> Void) -> (outcome: RefreshOutcome, pause: Double) {
    // Its last failure still holds, and is what the pages and the health report.
    if let wait = history.wait(at: timing.elapsed()) { return (.failed, wait) }
    var failures: [(source: Int, error: FeedError)] = []
    var outcome = RefreshOutcome.failed
    for source in sources.indices
    where history.isDue(source, at: timing.elapsed()) && (sources[source].isLocal || !isOffline) {
      do throws(FeedError) {
        outcome =
          if let path = sources[source].path {
            try read(path, of: source, publish)
          } else {
            try ask(source, publish)
          }
        break
      } catch {
        guard !way.isStopped else { return (.failed, 0) }
        failures.append((source, error))
        // The last good list of a source that has changed stays.
        if case .changed = error, history.served?.source == source { break }
      }
    }
    guard !way.isStopped else { return (.failed, 0) }
    meter.count(outcome)
    faults = SourceFaults(
      failure: failures.first.map { "\(sources[$0.source].label): \($0.error)" },
      shortening: history.shortening)
    guard let first = failures.first else {
      let pause = history.schedule.pauseAfterSuccess(random: timing.random())
      return (outcome, max(pause, Double(history.lifetime)))
    }
    let pause = history.schedule.pauseAfterFailure(
      random: timing.random(), retryAfter: first.error.retryAfter)
    for (source, error) in failures {
      let next =
        sources[source].isLocal && source == 0
        ? "it is read again in \(Int(pause)) s, or when it changes" : "asking again in \(Int(pause)) s"
      if let line = history.failed(source, error, next: next, at: timing.elapsed()) {
        log.warning("\(sources[source].label): \(line)")
      }
    }
    return (outcome, pause)
  }

  /// Whether the list that is served need not be built again of the same answer.
  var isCurrent: Bool { !store.isAccepting && !store.hasPassed(at: timing.now()) }

  /// Asks one source, and publishes its answer.
  private mutating func ask(
    _ index: Int, _ publish: (ListNews) -> Void
  ) throws(FeedError) -> RefreshOutcome {
    let source = sources[index]
    var way = way
    let requests = AskedRequests()
    way.requests = requests
    let isCurrent = isCurrent
    let list = try store.read(
      source, at: index, .feed, .guarding, served: isCurrent ? history.digest(of: index) : nil,
      isNew: !isCurrent
    ) { () throws(FeedError) in
      try source.ask(way, since: history.requests(of: index), log)
    }
    if let count = list.count, !store.isAccepting { try history.check(count, of: index) }
    // An answer after a stop may be cut short.
    guard !way.isStopped else { throw .fetch(.cancelled) }
    history.note(requests, of: index)
    return take(list, takenAt: timing.now(), publish)
  }

  /// Keeps a list, and serves it from now on.
  /// - Parameter takenAt: nil for a list in a file or folder.
  mutating func take(_ list: ReadList, takenAt: Int?, _ publish: (ListNews) -> Void) -> RefreshOutcome {
    let line = history.answered(
      list.index, list.digest, count: list.count ?? history.served?.count ?? 0, at: timing.elapsed(),
      next: Double(timing.interval))
    if let line { log.info("\(list.source.label): \(line)") }
    meter.answered(by: list.index)
    store.endConsent()
    guard let catalog = store.keep(list, log) else {
      if let takenAt { publish(.confirmed(takenAt: takenAt)) }
      return .unchanged
    }
    publish(.catalog(catalog, takenAt: takenAt))
    return .changed
  }
}
