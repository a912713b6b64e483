import CMicroHTTPD
import Glibc
import System

/// Sending answers: the handler's, those of the pools, and refusals.
extension Service {
  func send(_ response: Response, _ connection: Connection, closing: Bool = false) -> MHD_Result {
    let current = connection.current
    current.stage = .answered
    let closing = closing || isEnding.load(ordering: .relaxed)
    connection.sends()
    guard let prepared = response.prepared(for: common, closing: closing) else { return .NO }
    guard current.method == .head || holds(prepared, response.weight, connection) else {
      let refusal = refusalResponse(503, connection)
      note(refusal, current)
      return queue(refusal, closing: closing, connection)
    }
    note(response, current)
    return queue(prepared, response.status, connection)
  }

  /// Counts the bytes of a large answer until it is taken; `false` if that is too much.
  private func holds(_ answer: PreparedResponse, _ count: Int, _ connection: Connection) -> Bool {
    if count <= ConnectionLimits.smallAnswer { return true }
    let isHeld = connections.hold(answer.body, for: connection, now: MonotonicClock.awake.nanoseconds)
    connection.current.isHeld = isHeld
    return isHeld
  }

  func refuse(_ status: Int, _ connection: Connection) -> MHD_Result {
    let current = connection.current
    current.stage = .answered
    current.completeAt = MonotonicClock.awake.nanoseconds
    let response = refusalResponse(status, connection)
    note(response, current)
    return queue(response, closing: true, connection)
  }

  private func queue(_ response: Response, closing: Bool, _ connection: Connection) -> MHD_Result {
    response.prepared(for: common, closing: closing).map { queue($0, response.status, connection) } ?? .NO
  }

  private func queue(_ prepared: PreparedResponse, _ status: Int, _ connection: Connection) -> MHD_Result {
    withExtendedLifetime(prepared) {
      MHD_queue_response(connection.handle, UInt32(truncatingIfNeeded: status), prepared.handle)
    }
  }

  func refusalResponse(_ status: Int, _ connection: Connection) -> Response {
    let request = Request(connection, connection.current.method ?? .get)
    let refusal = configuration.refusal(status, request)
    guard status == 405 else { return refusal }
    let allowed = configuration.allowed(request.target)
    return Response(status: 405, headers: refusal.headers + [("Allow", allowed)], body: refusal.body)
  }

  func note(_ response: Response, _ current: CurrentRequest) {
    current.status = response.status
    current.sentBytes = current.method == .head ? 0 : response.bodyCount
  }

  // MARK: - Answers of the pools

  func send(_ answer: Answer, _ connection: Connection) -> MHD_Result {
    switch answer {
    case .now(let response): send(response, connection)
    case .later(let make): suspend(connection, workers.blocking, make)
    case .computed(let make): suspend(connection, workers.computing, make)
    }
  }

  /// Hands the answer to a thread of a pool; the library calls again when it is made or refused.
  private func suspend(
    _ connection: Connection, _ pool: WorkerPool, _ make: @escaping @Sendable () -> Answer
  ) -> MHD_Result {
    // Without this a refusal would cost a suspended connection.
    guard pool.hasRoom(for: connection.network) else { return refuseAsBusy(connection) }
    let pending = PendingAnswer(connection, make: make)
    connection.current.stage = .suspended(pending)
    MHD_suspend_connection(connection.handle)
    if !pool.submit(pending) { pending.finish(.refused) }
    return .YES
  }

  /// Refuses a request that finds too much other work, and closes its connection: a client that asks again at
  /// once waits in the queue of new connections, where networks take turns.
  func refuseAsBusy(_ connection: Connection) -> MHD_Result {
    send(refusalResponse(503, connection), connection, closing: true)
  }

  /// Ends all waits for workers without an answer.
  func endWaits() {
    isOver.store(true, ordering: .relaxed)
    for pool in workers.all { pool.refuse { $0.service === self } }
  }
}
