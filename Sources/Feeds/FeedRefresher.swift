public import CatalogCore
import Dispatch
public import Fetching
import Synchronization

/// Keeps a catalog's data young: asks the feed again and again on a thread of its own.
public final class FeedRefresher: Sendable {
  /// Content, and when it was taken in seconds since 1970.
  public typealias Publish = @Sendable (_ content: FeedContent, _ takenAt: Int) -> Void

  private let feed: any Feed
  private let fetcher: Fetcher
  private let rules: FetchRules
  private let snapshot: Snapshot
  private let interval: Int
  private let timing: RefreshTiming
  private let report: @Sendable (String) -> Void
  private let publish: Publish

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
  ///   - report: takes lines for the log; called on the refresher's thread, like `publish`.
  public init(
    feed: any Feed, fetcher: Fetcher, rules: FetchRules = FeedSource.rules, snapshot: Snapshot,
    interval: Int, timing: RefreshTiming = .real,
    report: @escaping @Sendable (String) -> Void, publish: @escaping Publish
  ) {
    self.feed = feed
    self.fetcher = fetcher
    self.rules = rules
    self.snapshot = snapshot
    self.interval = interval
    self.timing = timing
    self.report = report
    self.publish = publish
  }

  /// Starts the thread; does nothing the second time.
  /// - Parameter askingAtOnce: false where the feed has just been asked.
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
    var schedule = RefreshSchedule(interval: interval)
    if !askingAtOnce { pause(schedule.pauseAfterSuccess(random: timing.random())) }
    while !isStopped { pause(refresh(&schedule)) }
  }

  private func pause(_ seconds: Double) {
    guard !isStopped else { return }
    timing.wait(seconds, wakeUp)
    state.withLock { $0.isWanted = false }
  }

  /// Asks once and returns the seconds until the next time.
  private func refresh(_ schedule: inout RefreshSchedule) -> Double {
    do throws(FeedError) {
      let content = try feed.refresh(
        from: FeedSource(fetcher, rules: rules), snapshot: snapshot, report: report)
      if !isStopped { publish(content, timing.now()) }
      return schedule.pauseAfterSuccess(random: timing.random())
    } catch {
      let pause = schedule.pauseAfterFailure(random: timing.random(), retryAfter: error.retryAfter)
      if !isStopped { report("feed: \(error); asking again in \(Int(pause)) s") }
      return pause
    }
  }
}

extension Feed {
  /// Asks, decodes, and keeps what was good as the snapshot.
  func refresh(
    from source: FeedSource, snapshot: Snapshot, report: (String) -> Void
  ) throws(FeedError) -> FeedContent {
    let answer = try ask(source)
    for note in answer.notes { report("feed: \(note)") }
    let content = try decode(answer)
    report("feed: \(content.inWords)")
    do throws(FeedError) {
      try snapshot.save(answer)
    } catch {
      // The answer is good all the same; only the next start will not have it.
      report("feed: no snapshot kept: \(error)")
    }
    return content
  }
}
