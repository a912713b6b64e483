import Catalogs
import Dispatch
import Fetching
import Synchronization
import System
import TestSupport

@testable import Feeds

/// Collects values from any thread.
final class Collected<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])

  var values: [Value] { state.withLock { $0 } }

  func append(_ value: Value) {
    state.withLock { $0.append(value) }
  }
}

/// Collects the figures of a feed.
struct CollectedMeter: Meter {
  let outcomes = Collected<RefreshOutcome>()
  let sources = Collected<Int>()

  func asks(every seconds: Int) {}
  func count(_ outcome: RefreshOutcome) { outcomes.append(outcome) }
  func answered(by source: Int) { sources.append(source) }
}

/// A refresher without pauses, and its output.
struct RefresherRun {
  let log = CollectedLog()
  let meter = CollectedMeter()
  /// The titles of the entries, and the time.
  let published = Collected<[String]>()
  let confirmed = Collected<Int>()
  /// The titles of lists in files, and the faults at each pause.
  let files = Collected<[String]>()
  let faults = Collected<SourceFaults>()
  let pauses = Collected<Double>()

  /// Runs a refresher until its pause number `count`.
  /// - Parameters:
  ///   - meanwhile: called in each pause.
  func run(
    _ sources: Sources, asking way: FeedSource = FeedSource(Fetcher(userAgent: "tests")), pauses count: Int,
    interval: Int = 3600, random: Double = 0, askingAtOnce: Bool = true,
    after start: FeedStart.Outcome? = nil, store: CatalogStore = .forTests(),
    meanwhile: @escaping @Sendable () -> Void = {}
  ) throws {
    let ended = DispatchSemaphore(value: 0)
    let phase = ListPhase()
    let timing = RefreshTiming(
      interval: interval, now: { 1_000_000 },
      elapsed: { [pauses] in pauses.values.reduce(0, +) },
      random: { random },
      wait: { [pauses, phase, faults] seconds, wakeUp in
        pauses.append(seconds)
        faults.append(phase.faults)
        meanwhile()
        if pauses.values.count < count { return }
        ended.signal()
        wakeUp.wait()
      })
    let keeper = ListKeeper(
      sources, store, way, timing, after: start, askingAtOnce: askingAtOnce, phase: phase, meter, log)
    _ = try keeper.start(within: .infinity)
    keeper.publish { [published, confirmed, files] news in
      switch news {
      case .start, .failed: break
      case .catalog(let catalog, let takenAt?):
        published.append(catalog.entries.map(\.title) + ["\(takenAt)"])
      case .catalog(let catalog, nil): files.append(catalog.entries.map(\.title))
      case .confirmed(let takenAt): confirmed.append(takenAt)
      }
    }
    keeper.begin()
    defer { keeper.stop() }
    try ended.wait(for: "pause \(count)")
  }
}

extension ListKeeper {
  /// A keeper of sources that serves something already.
  convenience init(
    _ sources: Sources, _ store: CatalogStore, _ way: FeedSource, _ timing: RefreshTiming,
    after start: FeedStart.Outcome? = nil, askingAtOnce: Bool = true, phase: ListPhase = ListPhase(),
    _ meter: any Meter, _ log: any Log
  ) {
    var plan = ListPlan("stub", FeedStart(sources, store: store, log: log), asking: way, timing: timing)
    plan.given = start ?? FeedStart.Outcome(origin: askingAtOnce ? .snapshot : .feed, isRefreshed: true)
    self.init(plan, phase: phase, reporting: (meter, log))
  }
}

extension RefreshTiming {
  /// Waits until the refresher is stopped, and signals `paused` at each pause.
  static func holding(_ paused: DispatchSemaphore) -> RefreshTiming {
    RefreshTiming(
      interval: 3600, now: { 1_000_000 }, elapsed: { 0 }, random: { 0 },
      wait: {
        paused.signal()
        $1.wait()
      })
  }
}
