import CMicroHTTPD
import Glibc
import System

/// Sending answers: the handler's, those of the pools, and refusals.
extension Service {
  func send(
    _ response: Response, _ exchange: Exchange, _ handle: OpaquePointer, _ connection: Connection,
    closing: Bool = false
  ) -> MHD_Result {
    exchange.stage = .answered
    // A body in chunks is where two readers of one stream may differ; nothing is read after it.
    let closing = closing || exchange.isChunked || isEnding.load(ordering: .relaxed)
    connection.sends()
    guard let prepared = response.prepared(for: common, closing: closing) else { return .NO }
    guard exchange.method == .head || holds(prepared, response.bodyCount, exchange, connection) else {
      let refusal = refusalResponse(503)
      note(refusal, exchange)
      return queue(refusal, closing: closing, handle)
    }
    note(response, exchange)
    return queue(prepared, response.status, handle)
  }

  /// Counts the bytes of a large answer until it is taken; `false` if that is too much.
  private func holds(
    _ answer: PreparedResponse, _ count: Int, _ exchange: Exchange, _ connection: Connection
  ) -> Bool {
    if count <= ConnectionLimits.smallAnswer { return true }
    exchange.isHeld = connections.hold(answer.body, for: connection, now: MonotonicClock.awake.nanoseconds)
    return exchange.isHeld
  }

  func refuse(_ status: Int, _ exchange: Exchange, _ handle: OpaquePointer) -> MHD_Result {
    exchange.stage = .answered
    exchange.completeAt = MonotonicClock.awake.nanoseconds
    let response = refusalResponse(status, target: exchange.target)
    note(response, exchange)
    return queue(response, closing: true, handle)
  }

  private func queue(_ response: Response, closing: Bool, _ handle: OpaquePointer) -> MHD_Result {
    response.prepared(for: common, closing: closing).map { queue($0, response.status, handle) } ?? .NO
  }

  private func queue(_ prepared: PreparedResponse, _ status: Int, _ handle: OpaquePointer) -> MHD_Result {
    withExtendedLifetime(prepared) {
      MHD_queue_response(handle, UInt32(truncatingIfNeeded: status), prepared.handle)
    }
  }

  func refusalResponse(_ status: Int, target: [UInt8] = []) -> Response {
    let refusal = configuration.refusal(status)
    guard status == 405 else { return refusal }
    let allowed = configuration.allowed(target)
    return Response(status: 405, headers: refusal.headers + [("Allow", allowed)], body: refusal.body)
  }

  func note(_ response: Response, _ exchange: Exchange) {
    exchange.status = response.status
    exchange.sentBytes = exchange.method == .head ? 0 : response.bodyCount
  }

  // MARK: - Answers of the pools

  /// Hands the answer to a thread of a pool; the library calls again when it is made or refused.
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

  /// Refuses a request that finds too much other work, and closes its connection: a client that asks again at
  /// once waits in the queue of new connections, where networks take turns.
  func refuseAsBusy(
    _ exchange: Exchange, _ handle: OpaquePointer, _ connection: Connection
  ) -> MHD_Result {
    send(refusalResponse(503), exchange, handle, connection, closing: true)
  }

  /// Nanoseconds for which a thread of a pool has been at work on the answer that takes it the longest.
  func longestRun(now: UInt64) -> UInt64 { max(workers.longestRun(now: now), computers.longestRun(now: now)) }

  /// Ends all waits in the pools without an answer, and the pools' threads as they become free.
  func closePools() {
    workers.close()
    computers.close()
  }

  // MARK: - Refusals that the library cannot send

  /// Sends a refusal of ours for a head that the library finds wrong before it calls us, such as for a length
  /// that is no number, and ends the connection. Its own would have its header block twice (libmicrohttpd
  /// 0.9.75 goes on with the request after it has built the block, and builds another).
  ///
  /// The library does not say whose head it is: the one that is here in full and for which it has not called
  /// us yet.
  func refuse(_ status: Int, inPlaceOfLibraryOn thread: PollingThread) {
    let found = connections.first(of: thread) { connection in
      guard case .begun = connection.exchange.stage, let handle = connection.handle else { return false }
      return mhd_header_size(handle) > 0
    }
    guard let found, let handle = found.handle else { return }
    found.exchange.stage = .answered
    found.lingers = true
    let refusal = refusalResponse(status, target: found.exchange.target)
    note(refusal, found.exchange)
    sendAtOnce(refusal, over: handle, leavingOutBody: false)
    // The library's own refusal after it fails, and it closes the connection.
    shutdown(found.socket, Int32(SHUT_WR))
  }

  func sendAtOnce(_ response: Response, over handle: OpaquePointer, leavingOutBody: Bool) {
    let bytes = response.closingMessage(common) + (leavingOutBody ? [] : response.body)
    if let session = mhd_tls_session(handle) { return TLSSession.send(bytes, over: session) }
    // Bytes beyond the socket's buffer are given up; a refusal fits.
    _ = Glibc.send(mhd_socket(handle), bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }
}
