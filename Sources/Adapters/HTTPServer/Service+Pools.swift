import CMicroHTTPD

// Answers that threads of the pools make.
extension Service {
  /// Leaves the answer to a thread of a pool; the library calls again when it is made or refused.
  func suspend(
    _ exchange: Exchange, _ handle: OpaquePointer, _ connection: Connection, _ pool: WorkerPool,
    _ make: @escaping @Sendable () -> Response
  ) -> MHD_Result {
    // Without this a refusal would cost a suspended connection.
    guard pool.hasRoom(for: connection.network) else { return refuseAsBusy(exchange, handle, connection) }
    let pending = PendingAnswer(handle: handle, connection: connection, make: make)
    exchange.stage = .suspended(pending)
    MHD_suspend_connection(handle)
    if !pool.submit(pending) { pending.finish(.refused) }
    return .YES
  }

  /// Refuses a request that finds too much other work, and closes its connection: a client that asks again at once
  /// waits in the queue of new connections, where networks take turns.
  func refuseAsBusy(
    _ exchange: Exchange, _ handle: OpaquePointer, _ connection: Connection
  ) -> MHD_Result {
    send(refusalResponse(503), exchange, handle, connection, closing: true)
  }

  /// Nanoseconds for which a thread of a pool has been at work on the answer that takes it the longest.
  func longestRun(now: UInt64) -> UInt64 { max(workers.longestRun(now: now), computers.longestRun(now: now)) }

  /// Ends what waits in the pools without an answer, and the pools' threads as they become free.
  func closePools() {
    workers.close()
    computers.close()
  }
}
