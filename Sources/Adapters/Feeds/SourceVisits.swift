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

  /// Asks one source, and publishes its answer.
  private mutating func ask(
    _ index: Int, _ publish: (ListNews) -> Void
  ) throws(FeedError) -> RefreshOutcome {
    let source = sources[index]
    var way = way
    let requests = AskedRequests()
    way.requests = requests
    let (answer, digest, draft) = try store.onDisk { () throws(FeedError) in
      let answer = try source.ask(way, since: history.requests(of: index), log)
      let digest = answer.digest
      let isServed =
        history.isServed(digest, of: index) && !store.isAccepting && !store.hasPassed(at: timing.now())
      let draft = isServed ? nil : try store.build(answer, of: source, at: index, .guarding)
      return (answer, digest, draft)
    }
    if let draft, !store.isAccepting { try history.check(draft.count, of: index) }
    // An answer after a stop may be cut short.
    guard !way.isStopped else { throw .fetch(.cancelled) }
    accept(digest, of: index, count: draft?.count ?? history.served?.count ?? 0)
    history.note(requests, of: index)
    guard let draft else {
      source.confirm(answer, log)
      publish(.confirmed(takenAt: timing.now()))
      return .unchanged
    }
    log.info(source.line(draft.summary))
    source.keep(answer, log)
    publish(.catalog(store.keep(draft, of: index), takenAt: timing.now()))
    return .changed
  }

  /// Notes that an answer of a source is the one to serve.
  mutating func accept(_ digest: FeedAnswer.Digest, of index: Int, count: Int) {
    let line = history.answered(
      index, digest, count: count, at: timing.elapsed(), next: Double(timing.interval))
    if let line { log.info("\(sources[index].label): \(line)") }
    meter.answered(by: index)
    store.endConsent()
  }
}
