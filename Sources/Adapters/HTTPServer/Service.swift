import CMicroHTTPD
import Glibc
import Synchronization
import System

/// The state behind the library's callbacks, which run on the thread of each connection.
final class Service: Sendable {
  let connections: ConnectionRegistry
  let workers = WorkerPool(.blocking)
  let computers = WorkerPool(.computing)
  /// For requests with large bodies.
  let importers = WorkerPool(.importing)
  let lingering = LingeringClose()
  let configuration: ServerConfiguration
  let common: CommonHeaders
  private let handler: @Sendable (Request) -> Answer
  private let unlogged: [[UInt8]]
  /// The certificate of new connections; nil without TLS.
  private let certificate: Mutex<TLSCertificate?>
  /// Set once: from then on every answer closes its connection.
  let isEnding = Atomic<Bool>(false)

  init(_ configuration: ServerConfiguration, handler: @escaping @Sendable (Request) -> Answer) {
    self.configuration = configuration
    self.handler = handler
    let count = min(configuration.connections, openFilesAllow(configuration.connections))
    connections = ConnectionRegistry(ConnectionLimits(configuration, connections: max(2, count)))
    connections.use(configuration.certificate)
    unlogged = configuration.unlogged.map { Array($0.utf8) }
    common = CommonHeaders(configuration.headers)
    certificate = Mutex(configuration.certificate)
  }

  func use(_ certificate: TLSCertificate) {
    self.certificate.withLock { if $0 != nil { $0 = certificate } }
    connections.use(certificate)
  }

  // MARK: - Connections

  func connection(_ handle: OpaquePointer, of thread: PollingThread) -> Connection {
    let session = mhd_tls_session(handle)
    let certificate = session == nil ? nil : certificate.withLock { $0 }
    if let session, let certificate { certificate.use(in: session) }
    return Connection(handle, of: thread, trusted: configuration.trustedProxies, certificate: certificate)
  }

  // MARK: - One request

  /// First call: request line and headers are here. Refuses, or lets the body come.
  func begin(
    _ connection: Connection, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> MHD_Result {
    let (exchange, handle) = (connection.exchange, connection.handle)
    exchange.stage = .receiving
    exchange.isVersion10 = version[7] == 0x30
    exchange.method = Method(rawValue: String(cString: method))
    let size = mhd_header_size(handle)
    let head = RequestHead(handle: handle, method: method, isVersion10: exchange.isVersion10)
    (exchange.isChunked, exchange.mayRepeatLists) = (head.isChunked, head.mayRepeatLists)
    // Until the body is here: a refusal would leave it unread.
    connection.lingers = head.isChunked || head.contentLength > 0
    if let status = head.refusal { return refuse(status, connection) }
    if size > configuration.headerLimit { return refuse(431, connection) }
    if connection.isTrusted, !admits(connection) { return refuse(503, connection) }
    if exchange.method == nil { return refuse(Method.isStandard(method) ? 405 : 501, connection) }
    if exchange.target.first != UInt8(ascii: "/"), let absolute = AbsoluteForm(exchange.target) {
      (exchange.authority, exchange.target) = (absolute.authority, absolute.target)
    }
    if !isPathTarget(exchange.target) { return refuse(400, connection) }
    exchange.bodyLimit = configuration.bodyLimit
    if head.contentLength > UInt64(configuration.bodyLimit),
      let status = takeLarge(head.contentLength, connection)
    {
      return refuse(status, connection)
    }
    exchange.headSize = size
    if head.contentLength > 0 { exchange.body.reserveCapacity(Int(head.contentLength)) }
    return .YES
  }

  /// Counts a request for the client behind a proxy; `false` if that client has too many at a time.
  private func admits(_ connection: Connection) -> Bool {
    let headers = RequestHeaders(connection.handle)
    let forwarding = Forwarding(
      { name in
        headers.all(name).map { [$0.first] + $0.others }?.map { String(decoding: $0, as: UTF8.self) } ?? []
      }, trusted: configuration.trustedProxies)
    connection.exchange.forwarding = forwarding
    return connections.move(connection, to: forwarding.client?.network)
  }

  /// Allows a body larger than usual; returns the status of the refusal if it is too large.
  private func takeLarge(_ count: UInt64, _ connection: Connection) -> Int? {
    let exchange = connection.exchange
    guard let method = exchange.method else { return 501 }
    let limit = configuration.largeBodyLimit(Request(connection, method))
    guard count <= UInt64(limit) else { return 413 }
    exchange.isLarge = true
    exchange.bodyLimit = limit
    let now = MonotonicClock.awake.nanoseconds
    return connections.expect(bodyOf: Int(count), from: connection, now: now) ? nil : 503
  }

  func receive(_ piece: UnsafeBufferPointer<UInt8>, _ connection: Connection) -> MHD_Result {
    let exchange = connection.exchange
    guard exchange.body.count + piece.count <= exchange.bodyLimit else {
      // Only a body in chunks gets here. In the middle of one the library queues no answer and only closes,
      // so the answer goes to the socket directly; nothing else of ours is on its way there.
      let refusal = refusalResponse(413)
      note(refusal, exchange)
      sendAtOnce(refusal, over: connection.handle, leavingOutBody: exchange.method == .head)
      return .NO
    }
    exchange.body.append(contentsOf: piece)
    return .YES
  }

  /// The whole request is here; also called again after a connection was resumed.
  func answer(_ connection: Connection) -> MHD_Result {
    let exchange = connection.exchange
    switch exchange.stage {
    case .begun, .answered:
      return .NO
    case .suspended(let pending):
      switch pending.outcome {
      case .made(let answer): return send(answer, connection)
      case .refused: return refuseAsBusy(connection)
      case .abandoned, nil: return .NO
      }
    case .receiving:
      guard let method = exchange.method else { return .NO }
      connection.lingers = false
      exchange.completeAt = MonotonicClock.awake.nanoseconds
      connection.received(bytes: exchange.headSize + exchange.body.count)
      if exchange.isLarge { connections.expect(bodyOf: 0, from: connection) }
      let request = Request(connection, method)
      return send(connection.thread.during(from: exchange.completeAt, { handler(request) }), connection)
    }
  }

  /// The answer has been sent, or will never be.
  func complete(_ connection: Connection) {
    let (exchange, handle) = (connection.exchange, connection.handle)
    let now = MonotonicClock.awake.nanoseconds
    connection.answered(now: now)
    if exchange.isHeld { connections.release(connection) }
    if exchange.isLarge { connections.expect(bodyOf: 0, from: connection) }
    var status = exchange.status
    if status == 0 {
      // The library's own refusal, or none when the client went away.
      status = Int(mhd_status(handle))
      connection.lingers = status != 0
    }
    guard status != 0 else { return }
    let nanoseconds = exchange.completeAt == 0 ? 0 : now - exchange.completeAt
    if let completed = configuration.completed {
      completed(
        CompletedRequest(
          target: exchange.target, kind: exchange.kind, status: status, nanoseconds: nanoseconds))
    }
    guard let log = configuration.log, log.isWritten, status != 200 || !unlogged.contains(exchange.target)
    else { return }
    let headers = RequestHeaders(handle)
    log.append(
      AccessLog.Record(
        peer: exchange.forwarding?.client?.description ?? connection.peer, method: exchange.method?.rawValue,
        target: exchange.target,
        version: exchange.isVersion10 ? "HTTP/1.0" : "HTTP/1.1", status: status, bytes: exchange.sentBytes,
        nanoseconds: nanoseconds,
        referer: headers.first("Referer"), agent: headers.first("User-Agent")))
  }
}
