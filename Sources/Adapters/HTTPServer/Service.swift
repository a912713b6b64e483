import CMicroHTTPD
import Glibc
import Synchronization
import System

/// The state behind the library's callbacks, which run on the thread of each connection.
final class Service: Sendable {
  let connections: ConnectionRegistry
  let workers: Workers
  let sweep: ConnectionSweep
  let configuration: ServerConfiguration
  let common: CommonHeaders
  private let handler: @Sendable (Request) -> Answer
  private let unlogged: [[UInt8]]
  /// The certificate of new connections; nil without TLS.
  private let certificate: Mutex<TLSCertificate?>
  /// Set once: from then on every answer closes its connection.
  let isEnding = Atomic<Bool>(false)
  /// Set once: from then on no answer waits for a worker.
  let isOver = Atomic<Bool>(false)

  init(_ configuration: ServerConfiguration, handler: @escaping @Sendable (Request) -> Answer) {
    self.configuration = configuration
    workers = configuration.workers
    self.handler = handler
    let count = min(configuration.connections, openFilesAllow(configuration.connections))
    connections = ConnectionRegistry(ConnectionLimits(configuration, connections: max(2, count)))
    connections.use(configuration.certificate)
    sweep = ConnectionSweep(connections)
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
    let (current, handle) = (connection.current, connection.handle)
    current.stage = .receiving
    current.isVersion10 = version[7] == 0x30
    current.method = Method(rawValue: String(cString: method))
    let size = mhd_header_size(handle)
    let head = RequestHead(handle: handle, method: method, isVersion10: current.isVersion10)
    current.mayRepeatLists = head.mayRepeatLists
    // Until the body is here: a refusal would leave it unread.
    connection.lingers = head.encodings > 0 || head.contentLength > 0
    if let status = head.refusal { return refuse(status, connection) }
    if size > configuration.headerLimit { return refuse(431, connection) }
    if connection.isTrusted, !admits(connection) { return refuse(503, connection) }
    if current.method == nil { return refuse(Method.isStandard(method) ? 405 : 501, connection) }
    if current.target.first != UInt8(ascii: "/"), let absolute = AbsoluteForm(current.target) {
      (current.authority, current.target) = (absolute.authority, absolute.target)
    }
    if !isPathTarget(current.target) { return refuse(400, connection) }
    if head.contentLength > UInt64(configuration.bodyLimit) { return refuse(413, connection) }
    current.headSize = size
    if head.contentLength > 0 { current.body.reserveCapacity(Int(head.contentLength)) }
    return .YES
  }

  /// Counts a request for the client behind a proxy; `false` if that client has too many at a time.
  private func admits(_ connection: Connection) -> Bool {
    let headers = RequestHeaders(connection.handle)
    let forwarding = Forwarding(
      { headers.all($0).map { String(decoding: $0, as: UTF8.self) } }, trusted: configuration.trustedProxies)
    connection.current.forwarding = forwarding
    return connections.move(connection, to: forwarding.client?.network)
  }

  /// A piece of the body, whose length was checked before it came.
  func receive(_ piece: UnsafeBufferPointer<UInt8>, _ connection: Connection) -> MHD_Result {
    connection.current.body.append(contentsOf: piece)
    return .YES
  }

  /// The whole request is here; also called again after a connection was resumed.
  func answer(_ connection: Connection) -> MHD_Result {
    let current = connection.current
    switch current.stage {
    case .begun, .answered:
      return .NO
    case .suspended(let pending):
      switch pending.outcome {
      case .made(let answer): return send(answer, connection)
      case .refused: return refuseAsBusy(connection)
      case .abandoned, nil: return .NO
      }
    case .receiving:
      guard let method = current.method else { return .NO }
      connection.lingers = false
      current.completeAt = MonotonicClock.awake.nanoseconds
      connection.received(bytes: current.headSize + current.body.count)
      let request = Request(connection, method)
      return send(connection.thread.during(from: current.completeAt, { handler(request) }), connection)
    }
  }

  /// The answer has been sent, or will never be.
  func complete(_ connection: Connection) {
    let (current, handle) = (connection.current, connection.handle)
    let now = MonotonicClock.awake.nanoseconds
    connection.answered(now: now)
    if current.isHeld { connections.release(connection) }
    var status = current.status
    if status == 0 {
      // The library's own refusal, or none when the client went away.
      status = Int(mhd_status(handle))
      connection.lingers = status != 0
    }
    guard status != 0 else { return }
    if let completed = configuration.completed {
      completed(
        CompletedRequest(
          target: current.target, kind: current.kind, status: status,
          nanoseconds: current.completeAt == 0 ? 0 : now - current.completeAt))
    }
    guard let log = configuration.log, status != 200 || !unlogged.contains(current.target) else { return }
    let headers = RequestHeaders(handle)
    log.append(
      AccessLog.Record(
        peer: current.forwarding?.client?.description ?? connection.peer, method: current.method?.rawValue,
        target: current.target,
        version: current.isVersion10 ? "HTTP/1.0" : "HTTP/1.1", status: status, bytes: current.sentBytes,
        referer: headers.first("Referer"), agent: headers.first("User-Agent")))
  }
}
