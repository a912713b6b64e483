public import Catalogs
import Dispatch
import Synchronization
public import System

/// The owner of a show's list: reads it, asks its sources again and again, and publishes what changes.
///
/// One thread does all of it, so nothing is read or published twice at the same time; others give it orders. Everybody
/// reads its ``phase``.
public final class ListKeeper: Sendable {
  public let phase: ListPhase
  let meter: any Meter
  let log: any Log
  let state: Mutex<State>
  private let thread = DispatchGroup()
  /// Left when the first list has been read, or could not be.
  let firstReading = DispatchGroup()
  let wakeUp = DispatchSemaphore(value: 0)
  /// Whether an order is carried out, which is not cancelled by the next one.
  let isObeying = Atomic(false)

  struct State {
    var plan: ListPlan
    var orders: [Order] = []
    /// The outcome of the first reading, until somebody takes it.
    var first: Result<FeedStart.Outcome, FeedError>?
    /// Nil until the list can be served.
    var publish: (@Sendable (ListNews) -> Void)?
    /// Whether the sources may be asked again: the server listens.
    var isBegun = false
    var isAskWanted = false
    var isStopped = false
    var hasThread = true
  }

  typealias Order = @Sendable (inout Keeping) -> Void

  /// The state of the thread, which no other thread reads.
  struct Keeping {
    /// Nil if the sources are not to be asked.
    var visits: SourceVisits?
    var hasList = false
    /// Whether the list that is served came with the show.
    var isBundled = false
  }

  public init(
    _ plan: ListPlan, phase: ListPhase = ListPhase(), reporting to: (meter: any Meter, log: any Log)
  ) {
    state = Mutex(State(plan: plan))
    (self.phase, (meter, log)) = (phase, to)
  }

  // MARK: Orders of other threads

  /// Starts the thread, which reads the list first.
  /// - Parameter seconds: how long to wait for it.
  /// - Returns: nil if it takes longer; it is then published when it is there.
  /// - Throws: the reason why there is none; its sources are asked again later unless this is stopped.
  public func start(within seconds: Double) throws(FeedError) -> FeedStart.Outcome? {
    let display = (ProgressDisplay.current ?? .silent).noting(phase.note)
    firstReading.enter()
    let hasThread = startThread(in: thread) { [self] in
      var keeping = ProgressDisplay.$current.withValue(display) { readFirst() }
      keep(&keeping)
    }
    if !hasThread {
      log.warning("feed: refreshing stopped: cannot create a thread (raise TasksMax / ulimit -u)")
      state.withLock { $0.hasThread = false }
      _ = ProgressDisplay.$current.withValue(display) { readFirst() }
    }
    let limit = seconds.isFinite ? DispatchTime.now() + seconds : .distantFuture
    guard firstReading.wait(timeout: limit) == .success else { return nil }
    return try state.withLock { $0.first.take() }?.get()
  }

  /// Publishes from now on; first the list, if ``start(within:)`` did not return it.
  public func publish(by publish: @escaping @Sendable (ListNews) -> Void) {
    change { $0.publish = publish }
  }

  /// Asks the sources from now on.
  public func begin() { change { $0.isBegun = true } }

  /// Asks the sources now instead of at the end of the pause.
  public func askNow() { change { $0.isAskWanted = true } }

  /// Reads the list as a changed show's file describes it, and asks its sources. Cancels what is being asked; blocks.
  /// - Parameters:
  ///   - isSameFeed: whether the sources are as they were, so that what is known of them counts.
  ///   - apply: called with the list to serve, or nil to keep that which is served; nothing changes if it throws.
  public func reload(
    _ plan: ListPlan, isSameFeed: Bool, _ apply: @escaping @Sendable (Catalog?) throws -> Void
  ) throws {
    let outcome = Mutex(Result<Void, any Error>.success(()))
    let done = DispatchSemaphore(value: 0)
    give { [self] keeping in
      let result = Result { try reload(plan, isSameFeed, apply, &keeping) }
      outcome.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    try outcome.withLock { $0 }.get()
  }

  /// Cancels what is being asked, and returns once the thread has ended, unless it still reads the first list. Nothing
  /// is published afterwards.
  ///
  /// Must not be called on the keeper's thread.
  public func stop() {
    change { state in
      state.isStopped = true
      state.plan.way.stop()
    }
    if firstReading.wait(timeout: .now()) == .success { thread.wait() }
  }

  private func give(_ order: @escaping Order) {
    let hasThread = change { state in
      state.plan.way.stop()
      if state.hasThread { state.orders.append(order) }
      return state.hasThread
    }
    if hasThread { return }
    var keeping = Keeping(hasList: !phase.isLoading)
    order(&keeping)
  }

  private func change<Result: Sendable>(_ body: (inout sending State) -> Result) -> Result {
    state.withLock { state in
      defer { wakeUp.signal() }
      return body(&state)
    }
  }
}
