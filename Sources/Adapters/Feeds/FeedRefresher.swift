public import Catalogs
import Dispatch
public import Fetching
import Synchronization
public import System

/// Keeps a catalog's data young: asks the feed again and again on a thread of its own.
public final class FeedRefresher: Sendable {
  /// Content, when it was taken in seconds since 1970, and the digest of the answer.
  public typealias Publish =
    @Sendable (_ content: FeedContent, _ takenAt: Int, _ digest: FeedAnswer.Digest) -> Void

  let sources: [CatalogSource]
  private let fetcher: Fetcher
  private let rules: FetchRules
  let interval: Int
  let timing: RefreshTiming
  let report: @Sendable (String) -> Void
  let warn: @Sendable (String) -> Void
  let confirm: @Sendable (_ takenAt: Int) -> Void
  private let count: @Sendable (RefreshOutcome) -> Void
  let answered: @Sendable (_ source: Int) -> Void
  let publish: Publish
  /// What is served at the start; nil if that is none of the sources' answers.
  private let served: SourceHistory.Served?
  private let sharing: EditionSharing?
  /// Whether nothing is served at all until there is an answer.
  let isEmpty: Bool

  private let progress: ProgressDisplay
  private let thread = DispatchGroup()
  private let wakeUp = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  /// Guarded by ``state``.
  private struct State {
    var isStarted = false
    var isStopped = false
    var isWanted = false
  }

  /// - Parameters:
  ///   - file: holds the feed's answers, if it has no address.
  ///   - others: asked in turn when the feed gives nothing.
  ///   - fetcher: the refresher's own; stopped with it.
  ///   - interval: seconds between two good answers.
  ///   - known: of the answer that is served already; nil if that is none of these feeds.
  ///   - source: which of them it is of: 0 for the feed, 1 for the first of the others.
  ///   - entries: how many it has.
  ///   - sharing: the edition that this replica shares with others; nil for one that is alone.
  ///   - isEmpty: whether nothing is served at all until there is an answer.
  ///   - report: takes lines for the log; called on the refresher's thread, like all that follow.
  ///   - warn: takes lines about what goes wrong; `report` by default.
  ///   - count: takes the outcome of every request.
  ///   - progress: shows how far long visits are; they end when the refresher is stopped.
  ///   - answered: takes the position of the source of every good answer.
  ///   - confirm: hears instead of `publish` of an answer that is the one before, and when it was taken.
  public init(
    feed: any Feed, file: String? = nil, others: [CatalogSource] = [], fetcher: Fetcher,
    rules: FetchRules = FeedSource.rules,
    snapshot: Snapshot, interval: Int, timing: RefreshTiming = .real, known: FeedAnswer.Digest? = nil,
    source: Int = 0, entries: Int = 0, sharing: EditionSharing? = nil, isEmpty: Bool = false,
    report: @escaping @Sendable (String) -> Void, warn: (@Sendable (String) -> Void)? = nil,
    count: @escaping @Sendable (RefreshOutcome) -> Void = { _ in },
    confirm: @escaping @Sendable (_ takenAt: Int) -> Void = { _ in },
    progress: ProgressDisplay = .silent,
    answered: @escaping @Sendable (_ source: Int) -> Void = { _ in }, publish: @escaping Publish
  ) {
    sources = [CatalogSource(feed, snapshot: snapshot, path: file)] + others
    self.fetcher = fetcher
    self.rules = rules
    self.interval = interval
    self.timing = timing
    served = known.map { SourceHistory.Served(source: source, digest: $0, count: entries) }
    self.sharing = sharing
    self.isEmpty = isEmpty
    self.report = report
    self.warn = warn ?? report
    self.count = count
    self.confirm = confirm
    self.answered = answered
    self.progress = progress
    self.publish = publish
  }

  /// Starts the thread; does nothing the second time.
  /// - Parameter askingAtOnce: false if the feed has just been asked.
  public func start(askingAtOnce: Bool = true) {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    let hasThread = startThread(in: thread) { [self] in
      let display = progress.whileWanted { [self] in !isStopped }
      ProgressDisplay.$current.withValue(display) { run(askingAtOnce) }
    }
    if !hasThread { warn("feed: it is not asked again: the system has no thread left; allow more tasks") }
  }

  /// Has the feed asked now, or once more if it is just being asked.
  public func refreshNow() {
    let isNews = state.withLock { state in
      defer { state.isWanted = true }
      return !state.isWanted
    }
    if isNews { wakeUp.signal() }
  }

  /// Ends the thread and what it fetches, and returns once it has ended. Nothing is published afterwards.
  ///
  /// Must not be called from `report` or `publish`.
  public func stop() {
    state.withLock { $0.isStopped = true }
    fetcher.stop()
    wakeUp.signal()
    thread.wait()
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  private func run(_ askingAtOnce: Bool) {
    var history = SourceHistory(RefreshSchedule(interval: interval), sources: sources.count, served: served)
    if let sharing {
      var replica = Replica(sharing: sharing)
      while !isStopped {
        look(&replica, &history)
        pause(Self.lookPause)
      }
      return
    }
    if !askingAtOnce {
      pause(history.pauseAfterStart(random: timing.random(), at: timing.elapsed(), next: Double(interval)))
    }
    while !isStopped { pause(refresh(&history).pause) }
  }

  private func pause(_ seconds: Double) {
    guard !isStopped else { return }
    timing.wait(seconds, wakeUp)
    state.withLock { $0.isWanted = false }
  }

  /// Asks the sources in turn until one answers.
  /// - Returns: what came of it, and the seconds until the next time.
  func refresh(_ history: inout SourceHistory) -> (outcome: RefreshOutcome, pause: Double) {
    var failures: [(source: Int, error: FeedError)] = []
    var outcome = RefreshOutcome.failed
    for source in sources.indices where history.isDue(source, at: timing.elapsed()) {
      do throws(FeedError) {
        outcome = try visit(source, &history)
        break
      } catch {
        guard !isStopped else { return (.failed, 0) }
        failures.append((source, error))
      }
    }
    guard !isStopped else { return (.failed, 0) }
    count(outcome)
    guard let first = failures.first else {
      return (outcome, history.schedule.pauseAfterSuccess(random: timing.random()))
    }
    let pause = history.schedule.pauseAfterFailure(
      random: timing.random(), retryAfter: first.error.retryAfter)
    for (source, error) in failures {
      if let line = history.failed(source, error, pause: pause, at: timing.elapsed()) {
        warn("\(sources.label(source)): \(line)")
      }
    }
    return (outcome, pause)
  }

  /// Asks one source, and publishes what is new.
  private func visit(_ source: Int, _ history: inout SourceHistory) throws(FeedError) -> RefreshOutcome {
    let (asked, label) = (sources[source], sources.label(source))
    let answer = try asked.ask(FeedSource(fetcher, rules: rules)) { report("\(label): \($0)") }
    let digest = answer.digest
    let isNew = !history.isServed(digest, of: source)
    let content = isNew ? try asked.content(of: answer) : nil
    if let content { try history.check(content.entries.count, of: source) }
    // What has to be told of a stop is no answer.
    guard !isStopped else { throw .fetch(.cancelled) }
    let count = content?.entries.count ?? history.served?.count ?? 0
    if let line = history.answered(
      source, digest, count: count, at: timing.elapsed(), next: Double(interval))
    {
      report("\(label): \(line)")
    }
    answered(source)
    if let content {
      report(sources.line(source, content.inWords))
      asked.keep(answer) { warn("\(label): \($0)") }
      guard !isStopped else { throw .fetch(.cancelled) }
      publish(content, share(answer, of: source, &history), digest)
    } else {
      asked.confirm(answer) { warn("\(label): \($0)") }
      confirm(share(answer, of: source, &history))
    }
    return isNew ? .changed : .unchanged
  }

  /// Has other replicas serve the same.
  /// - Returns: when it was taken.
  private func share(_ answer: FeedAnswer, of source: Int, _ history: inout SourceHistory) -> Int {
    guard let sharing else { return timing.now() }
    do throws(SharedEditionError) {
      history.takenAt = try sharing.share(answer, of: source)
    } catch {
      history.takenAt = nil
      warn("shared edition: other replicas do not have the answer yet: \(error)")
    }
    return history.takenAt ?? timing.now()
  }
}

/// What came of one visit to a feed.
public enum RefreshOutcome: Sendable, Hashable {
  case changed
  /// The answer is, byte for byte, the one that is served already.
  case unchanged
  case failed
}
