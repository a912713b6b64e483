import Catalogs
import Dispatch
import Synchronization
import System

/// The work of the keeper's thread.
extension ListKeeper {
  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func publish(_ news: ListNews) {
    let publish = state.withLock { $0.isStopped ? nil : $0.publish }
    publish?(news)
  }

  func readFirst() -> Keeping {
    let plan = state.withLock { $0.plan }
    let result = Result { () throws(FeedError) in
      if let given = plan.given { return given }
      return try plan.start.begin(asking: plan.way)
    }
    state.withLock { $0.first = result }
    var keeping = Keeping()
    switch result {
    case .success(let outcome): take(outcome, plan, &keeping)
    case .failure(let error): fail(error, plan, &keeping)
    }
    firstReading.leave()
    return keeping
  }

  /// Obeys orders and asks the sources, until it is stopped.
  func keep(_ keeping: inout Keeping) {
    wait { $0.publish != nil }
    switch state.withLock({ $0.first.take() }) {
    case .success(let outcome)?: publish(.start(outcome))
    case .failure(let error)?: log.error("\(state.withLock { $0.plan.name }) is not served: \(error)")
    case nil: break
    }
    let display = ProgressDisplay.log { [log] in log.info("feed: \($0)") }.noting(phase.note)
      .whileWanted { [self] in isObeying.load(ordering: .relaxed) || !state.withLock { $0.plan.way.isStopped }
      }
    ProgressDisplay.$current.withValue(display) {
      while true {
        wait { [visits = keeping.visits != nil] in $0.isBegun && visits || !$0.orders.isEmpty }
        let (order, isStopped) = state.withLock { state in
          (state.orders.isEmpty ? nil : state.orders.removeFirst(), state.isStopped)
        }
        if let order {
          isObeying.store(true, ordering: .relaxed)
          order(&keeping)
          isObeying.store(false, ordering: .relaxed)
        } else if isStopped {
          return
        } else {
          step(&keeping)
        }
      }
    }
  }

  /// Waits until something is so, or until it is stopped. Later signals are for what comes next.
  private func wait(until isReady: (State) -> Bool) {
    while !state.withLock({ $0.isStopped || isReady($0) }) { wakeUp.wait() }
    while wakeUp.wait(timeout: .now()) == .success {}
  }

  /// Waits until the sources are to be asked, and asks them.
  private func step(_ keeping: inout Keeping) {
    guard var visits = keeping.visits else { return }
    defer { keeping.visits = visits }
    visits.pause(wakeUp) {
      state.withLock { state in
        defer { state.isAskWanted = false }
        return state.isStopped || !state.orders.isEmpty || state.isAskWanted
      }
    }
    guard state.withLock({ !$0.isStopped && $0.orders.isEmpty }) else { return }
    visits.step { news in
      if case .catalog = news { (keeping.hasList, keeping.isBundled) = (true, false) }
      publish(news)
    }
    let faults = visits.faults
    if keeping.hasList {
      phase.value = faults == SourceFaults() ? .served : .degraded(faults)
    } else if let failure = faults.failure, !phase.isLoading {
      phase.value = .waiting(failure)
    }
    if faults.failure != nil { publish(.failed) }
  }

  private func take(_ outcome: FeedStart.Outcome, _ plan: ListPlan, _ keeping: inout Keeping) {
    if outcome.catalog != nil {
      if outcome.origin == .feed { meter.count(.changed) }
      meter.answered(by: outcome.source)
      (keeping.hasList, keeping.isBundled) = (true, outcome.origin == .bundled)
    }
    phase.value = .served
    keeping.visits = visits(plan, after: outcome)
  }

  private func fail(_ error: FeedError, _ plan: ListPlan, _ keeping: inout Keeping) {
    phase.value = .waiting("\(error)")
    keeping.visits = visits(plan, after: .failed)
  }

  /// Nil if the sources are not to be asked after an outcome.
  private func visits(_ plan: ListPlan, after outcome: FeedStart.Outcome) -> SourceVisits? {
    guard outcome.isRefreshed else { return nil }
    meter.asks(every: plan.timing.interval)
    return SourceVisits(plan, after: outcome, reporting: (meter, log))
  }

  private func readAgain(_ keeping: inout Keeping) throws(FeedError) {
    guard !isStopped else { return }
    (phase.value, keeping.hasList) = (.reading, false)
    let plan = renewedPlan()
    var start = plan.start
    start.isTolerant = false
    do throws(FeedError) {
      let outcome = try start.begin(asking: plan.way)
      take(outcome, plan, &keeping)
      publish(.start(outcome))
    } catch {
      fail(error, plan, &keeping)
      throw error
    }
  }

  /// The plan, whose way was stopped for an order, with another way.
  private func renewedPlan() -> ListPlan {
    state.withLock { state in
      state.plan.way = state.plan.way.renewed
      return state.plan
    }
  }

  func reload(
    _ plan: ListPlan, _ isSameFeed: Bool, _ apply: (Catalog?) throws -> Void, _ keeping: inout Keeping
  ) throws {
    guard !isStopped else { throw FeedError.fetch(.cancelled) }
    var start = plan.start
    if !keeping.isBundled { start.bundled = nil }
    let outcome: FeedStart.Outcome?
    do {
      outcome = keeping.hasList ? try start.stored() : nil
      if outcome?.isKept == true { log.info("feed: the data is unchanged; nothing was built") }
      try apply(outcome?.catalog)
    } catch {
      let way = renewedPlan().way
      keeping.visits?.renew(way)
      throw error
    }
    state.withLock { $0.plan = plan }
    guard keeping.hasList else { return try readAgain(&keeping) }
    let old = keeping.visits
    keeping.visits = visits(plan, after: outcome ?? .unknown)
    keeping.visits?.askAtOnce(knowing: isSameFeed ? old : nil)
  }
}
