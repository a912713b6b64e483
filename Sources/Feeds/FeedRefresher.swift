public import Catalogs
import Dispatch
public import Fetching
import Synchronization

/// Keeps a catalog's data young: asks the feed again and again on a thread of its own.
public final class FeedRefresher: Sendable {
  /// Content, when it was taken in seconds since 1970, and the digest of the answer.
  public typealias Publish =
    @Sendable (_ content: FeedContent, _ takenAt: Int, _ digest: FeedAnswer.Digest) -> Void

  private let feed: any Feed
  private let fetcher: Fetcher
  private let rules: FetchRules
  private let snapshot: Snapshot
  private let interval: Int
  private let timing: RefreshTiming
  private let report: @Sendable (String) -> Void
  private let warn: @Sendable (String) -> Void
  private let confirm: @Sendable (_ takenAt: Int) -> Void
  private let count: @Sendable (RefreshOutcome) -> Void
  private let publish: Publish
  /// The answer that is served at the start.
  private let known: FeedAnswer.Digest?

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
  ///   - fetcher: the refresher's own; stopped with it.
  ///   - interval: seconds between two good answers.
  ///   - known: of the answer that is served already; nil if that is none of this feed.
  ///   - report: takes lines for the log; called on the refresher's thread, like all that follow.
  ///   - warn: takes lines about what goes wrong; `report` by default.
  ///   - count: takes the outcome of every request.
  ///   - confirm: hears instead of `publish` of an answer that is the one before, and when it was taken.
  public init(
    feed: any Feed, fetcher: Fetcher, rules: FetchRules = FeedSource.rules, snapshot: Snapshot,
    interval: Int, timing: RefreshTiming = .real, known: FeedAnswer.Digest? = nil,
    report: @escaping @Sendable (String) -> Void, warn: (@Sendable (String) -> Void)? = nil,
    count: @escaping @Sendable (RefreshOutcome) -> Void = { _ in },
    confirm: @escaping @Sendable (_ takenAt: Int) -> Void = { _ in }, publish: @escaping Publish
  ) {
    self.feed = feed
    self.fetcher = fetcher
    self.rules = rules
    self.snapshot = snapshot
    self.interval = interval
    self.timing = timing
    self.known = known
    self.report = report
    self.warn = warn ?? report
    self.count = count
    self.confirm = confirm
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
    DispatchQueue(label: "dramatis.feed").async(group: thread) { [self] in run(askingAtOnce) }
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

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func run(_ askingAtOnce: Bool) {
    var progress = Progress(schedule: RefreshSchedule(interval: interval), served: known)
    if !askingAtOnce { pause(progress.schedule.pauseAfterSuccess(random: timing.random())) }
    while !isStopped { pause(refresh(&progress)) }
  }

  /// What the thread remembers from one visit to the next.
  private struct Progress {
    var schedule: RefreshSchedule
    var failures = FailureLog()
    var served: FeedAnswer.Digest?
  }

  private func pause(_ seconds: Double) {
    guard !isStopped else { return }
    timing.wait(seconds, wakeUp)
    state.withLock { $0.isWanted = false }
  }

  /// Asks once and returns the seconds until the next time.
  private func refresh(_ progress: inout Progress) -> Double {
    do throws(FeedError) {
      let answer = try feed.ask(FeedSource(fetcher, rules: rules), report: report)
      let digest = answer.digest
      let isNew = digest != progress.served
      let content =
        isNew ? try feed.take(answer, snapshot: snapshot, report: report, warn: warn) : nil
      if let line = progress.failures.succeeded(at: timing.elapsed()) { report("feed: \(line)") }
      guard !isStopped else { return 0 }
      progress.served = digest
      if let content {
        publish(content, timing.now(), digest)
      } else {
        confirmSnapshot(answer)
        confirm(timing.now())
      }
      count(isNew ? .changed : .unchanged)
      return progress.schedule.pauseAfterSuccess(random: timing.random())
    } catch {
      let pause = progress.schedule.pauseAfterFailure(random: timing.random(), retryAfter: error.retryAfter)
      guard !isStopped else { return 0 }
      count(.failed)
      if let line = progress.failures.failed("\(error)", pause: pause, at: timing.elapsed()) {
        warn("feed: \(line)")
      }
      return pause
    }
  }

  private func confirmSnapshot(_ answer: FeedAnswer) {
    do throws(FeedError) {
      try snapshot.confirm(answer)
    } catch {
      warn("feed: no snapshot kept: \(error)")
    }
  }
}

extension Feed {
  /// Asks, and reports what is missing from the answer.
  func ask(_ source: FeedSource, report: (String) -> Void) throws(FeedError) -> FeedAnswer {
    let answer = try ask(source)
    for note in answer.notes { report("feed: \(note)") }
    return answer
  }

  /// Decodes, and keeps what was good as the snapshot.
  func take(
    _ answer: FeedAnswer, snapshot: Snapshot, report: (String) -> Void, warn: (String) -> Void
  ) throws(FeedError) -> FeedContent {
    let content = try decode(answer)
    report("feed: \(content.inWords)")
    do throws(FeedError) {
      try snapshot.save(answer)
    } catch {
      // The answer is good all the same; only the next start will not have it.
      warn("feed: no snapshot kept: \(error)")
    }
    return content
  }
}
