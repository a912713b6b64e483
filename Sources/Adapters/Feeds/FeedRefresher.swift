import Catalogs
import Dispatch
import Synchronization
public import System

/// Asks a show's sources again and again on a thread of its own.
public final class FeedRefresher: Sendable {
  let sources: [CatalogSource]
  let timing: RefreshTiming
  let meter: any Meter
  let log: any Log
  let publish: @Sendable (FeedNews) -> Void
  /// Whether the show has no data until there is an answer.
  let isEmpty: Bool
  let store: CatalogStore
  private let way: FeedSource
  private let sharing: EditionSharing?
  /// The source's answer that is served at the start; nil for other data.
  private let served: SourceHistory.Served?
  /// The state of the file or folder that is served at the start; nil for other data.
  private let state: DiskState?
  private let isOffline: Bool
  /// Whether the sources have just failed.
  private let hasFailed: Bool
  /// Whether the sources are to be asked now.
  private let isWanted = Atomic(false)
  private let thread = DispatchGroup()
  private let wakeUp = DispatchSemaphore(value: 0)
  private let phase = Mutex(Phase.idle)

  private enum Phase {
    case idle, running, stopped
  }

  /// - Parameters:
  ///   - way: the refresher's own; stopped with it.
  ///   - start: the data that is served; nil if it is none of these sources'.
  ///   - store: builds and keeps the catalogs.
  ///   - to: called on the refresher's thread, like `publish`.
  public init(
    _ sources: Sources, store: CatalogStore, asking way: FeedSource, timing: RefreshTiming,
    after start: FeedStart.Outcome? = nil, reporting to: (meter: any Meter, log: any Log),
    publish: @escaping @Sendable (FeedNews) -> Void
  ) {
    self.sources = sources.asked
    self.store = store
    self.way = way
    self.timing = timing
    sharing = sources.sharing
    served = start.flatMap { start in
      start.digest.map { SourceHistory.Served(source: start.source, digest: $0, count: start.count) }
    }
    (state, isOffline) = (start?.state, sources.isOffline)
    if case .nowhere? = start?.origin { hasFailed = true } else { hasFailed = false }
    if case .awaited? = start?.origin { isEmpty = true } else { isEmpty = false }
    (meter, log) = to
    self.publish = publish
  }

  /// Starts the thread; does nothing the second time.
  /// - Parameter askingAtOnce: false if the sources have just been asked.
  public func start(askingAtOnce: Bool = true) {
    let isFirst = phase.withLock { phase in
      guard phase == .idle else { return false }
      phase = .running
      return true
    }
    guard isFirst else { return }
    let hasThread = startThread(in: thread) { [self] in
      let display = ProgressDisplay.log { [log] in log.info("feed: \($0)") }.whileWanted { !self.isStopped }
      ProgressDisplay.$current.withValue(display) { run(askingAtOnce) }
    }
    if !hasThread {
      log.warning("feed: refreshing stopped: cannot create a thread (raise TasksMax / ulimit -u)")
    }
    guard let database = way.database, let first = sources.first, !first.isLocal,
      let channel = first.feed.database?.channel
    else { return }
    // Not waited for: connecting takes seconds.
    startThread { [self] in
      database.listen(to: channel, log: log, whileWanted: { !isStopped }) { askNow() }
    }
  }

  /// Asks the sources now instead of at the end of the pause.
  public func askNow() {
    isWanted.store(true, ordering: .releasing)
    wakeUp.signal()
  }

  /// Cancels a fetch, and returns once the thread has ended. Nothing is published afterwards.
  ///
  /// Must not be called on the refresher's thread.
  public func stop() {
    phase.withLock { $0 = .stopped }
    way.stop()
    wakeUp.signal()
    thread.wait()
  }

  var isStopped: Bool { phase.withLock { $0 == .stopped } }

  private func run(_ askingAtOnce: Bool) {
    var history = SourceHistory(
      RefreshSchedule(interval: timing.interval), sources: sources.count, served: served,
      watch: sources.first?.path.map { SourceWatch($0, read: state) })
    if let sharing {
      var replica = Replica(sharing: sharing)
      while !isStopped {
        look(&replica, &history)
        pause(Self.lookPause, &history)
      }
      return
    }
    if hasFailed {
      pause(history.schedule.pauseAfterFailure(random: timing.random(), retryAfter: nil), &history)
    } else if !askingAtOnce {
      pause(
        history.pauseAfterStart(
          random: timing.random(), at: timing.elapsed(), next: Double(timing.interval)), &history)
    }
    while !isStopped { pause(refresh(&history).pause, &history) }
  }

  /// Waits until the sources are to be asked, or a watched file or folder has changed.
  private func pause(_ seconds: Double, _ history: inout SourceHistory) {
    let end = timing.elapsed() + seconds
    var left = seconds
    while !isStopped, left > 0, !isWanted.exchange(false, ordering: .acquiring) {
      guard history.watch != nil else {
        timing.wait(seconds, wakeUp)
        return isWanted.store(false, ordering: .releasing)
      }
      if history.watch?.isDue(at: timing.elapsed()) == true { return }
      timing.wait(min(left, SourceWatch.pause), wakeUp)
      left = end - timing.elapsed()
    }
  }

  /// Asks the sources in turn until one answers.
  /// - Returns: the outcome, and the seconds until the next time.
  func refresh(_ history: inout SourceHistory) -> (outcome: RefreshOutcome, pause: Double) {
    var failures: [(source: Int, error: FeedError)] = []
    var outcome = RefreshOutcome.failed
    for source in sources.indices
    where history.isDue(source, at: timing.elapsed()) && (sources[source].isLocal || !isOffline) {
      do throws(FeedError) {
        if let path = sources[source].path {
          outcome = try read(path, of: source, &history)
        } else {
          outcome = try visit(source, &history)
        }
        break
      } catch {
        guard !isStopped else { return (.failed, 0) }
        failures.append((source, error))
      }
    }
    guard !isStopped else { return (.failed, 0) }
    meter.count(outcome)
    let fault = failures.first.map { "\(sources[$0.source].label): \($0.error)" }
    publish(.faults(SourceFaults(failure: fault, shortening: history.shortening)))
    guard let first = failures.first else {
      return (outcome, history.schedule.pauseAfterSuccess(random: timing.random()))
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
  private func visit(_ index: Int, _ history: inout SourceHistory) throws(FeedError) -> RefreshOutcome {
    let source = sources[index]
    let (answer, digest, draft) = try store.onDisk { () throws(FeedError) in
      let answer = try source.ask(way, log)
      let digest = answer.digest
      return (answer, digest, history.isServed(digest, of: index) ? nil : try store.build(answer, of: source))
    }
    if let draft { try history.check(draft.count, of: index) }
    // An answer after a stop may be cut short.
    guard !isStopped else { throw .fetch(.cancelled) }
    accept(digest, of: index, count: draft?.count ?? history.served?.count ?? 0, &history)
    guard let draft else {
      source.confirm(answer, log)
      publish(.confirmed(takenAt: share(answer, of: index, store.ids.bytes, &history)))
      return .unchanged
    }
    log.info(source.line(draft.summary))
    source.keep(answer, log)
    guard !isStopped else { throw .fetch(.cancelled) }
    let takenAt = share(answer, of: index, draft.ids, &history)
    publish(.catalog(store.keep(draft, of: index), takenAt: takenAt))
    return .changed
  }

  /// Notes that an answer of a source is the one to serve.
  func accept(_ digest: FeedAnswer.Digest, of index: Int, count: Int, _ history: inout SourceHistory) {
    let line = history.answered(
      index, digest, count: count, at: timing.elapsed(), next: Double(timing.interval))
    if let line { log.info("\(sources[index].label): \(line)") }
    meter.answered(by: index)
  }

  /// Shares an answer with other replicas, and the ids that its catalog was built with.
  /// - Returns: the time of the answer.
  private func share(
    _ answer: FeedAnswer, of source: Int, _ ids: [UInt8]?, _ history: inout SourceHistory
  ) -> Int {
    guard let sharing else { return timing.now() }
    do throws(SharedEditionError) {
      history.takenAt = try sharing.share(answer, of: source, ids: ids)
    } catch {
      history.takenAt = nil
      log.warning("shared edition: other replicas do not have the answer yet: \(error)")
    }
    return history.takenAt ?? timing.now()
  }
}
