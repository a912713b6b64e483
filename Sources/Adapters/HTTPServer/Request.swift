internal import CMicroHTTPD
internal import System

/// One request, valid during the handler's call.
///
/// Headers stay where libmicrohttpd read them and are looked up there; nothing is copied before it is asked
/// for. If a header occurs more than once, the first one is found; see ``withList(_:_:)`` for lists.
public struct Request {
  public let method: Method
  /// Path and query exactly as on the request line: percent-encoded, undecoded, beginning with `/`,
  /// without spaces and control characters.
  public let target: [UInt8]
  public let body: [UInt8]
  /// Nil for a request that came over no socket.
  private let live: Live?
  private let given: Given?

  /// What stands behind a request while its handler is called.
  struct Live {
    unowned(unsafe) let exchange: Exchange
    unowned(unsafe) let connection: Connection
    let handle: OpaquePointer

    init(_ exchange: Exchange, _ handle: OpaquePointer, _ connection: Connection) {
      (self.exchange, self.handle, self.connection) = (exchange, handle, connection)
    }
  }

  private final class Given {
    let headers: [(String, String)]
    let peer: String
    let isSecure: Bool

    init(_ headers: [(String, String)], _ peer: String, _ isSecure: Bool) {
      (self.headers, self.peer, self.isSecure) = (headers, peer, isSecure)
    }
  }

  /// A request that came over no socket.
  public init(
    method: Method = .get, target: String, headers: [(String, String)] = [], body: [UInt8] = [],
    peer: String = "127.0.0.1", isSecure: Bool = false
  ) {
    self.method = method
    self.target = Array(target.utf8)
    self.body = body
    live = nil
    given = Given(headers, peer, isSecure)
  }

  init(method: Method, _ live: Live) {
    self.method = method
    target = live.exchange.target
    body = live.exchange.body
    self.live = live
    given = nil
  }

  /// What the handler has read in the headers of an earlier request of the connection, as long as host, cookies and
  /// what is accepted are, byte for byte, the same.
  public var reading: AnyObject? {
    get { live?.exchange.reading }
    nonmutating set { live?.exchange.reading = newValue }
  }

  /// Whether other connections would wait for this one: the thread has worked for a tenth of the last 50 ms on what
  /// ``noteWork(_:)`` was called with.
  public var isThreadBusy: Bool {
    live.map { $0.connection.thread.isBusy(now: $0.exchange.completeAt) } ?? false
  }

  /// Calls `body`, and notes the time that it takes of the calling thread, for ``isThreadBusy``.
  public func noteWork<Result>(_ body: () -> Result) -> Result {
    guard let live else { return body() }
    let start = MonotonicClock.awake.nanoseconds
    defer { live.connection.thread.note(workSince: start) }
    return body()
  }

  /// Says what kind of request it is, for ``CompletedRequest/kind``.
  public func count(as kind: Int) { live?.exchange.kind = kind }

  /// The numeric address of the client: the peer's own, or what a trusted proxy says.
  ///
  /// An IPv4 address that came through an IPv6 socket is shown as IPv4.
  public var peer: String {
    guard let live else { return given?.peer ?? "" }
    return live.exchange.forwarding?.client?.description ?? live.connection.peer
  }

  /// Whether the visitor's browser is known to speak TLS, with this server or with a trusted proxy.
  public var isSecure: Bool {
    guard let live else { return given?.isSecure ?? false }
    return live.exchange.forwarding?.isSecure ?? (live.connection.certificate != nil)
  }

  /// The host, with a port if there is one, that the visitor's browser asked for.
  public var host: String? { withHost { String(decoding: $0, as: UTF8.self) } }

  /// Calls `body` with the bytes of ``host``; `nil` when there is none.
  @inlinable
  public func withHost<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
    try hostBytes.with(body)
  }

  /// Calls `body` with the bytes of the header `Cookie`, the first if there are several; `nil` if there is none.
  @inlinable
  public func withCookies<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try cookieBytes.with(body)
  }

  /// The value of a header, whatever the case of its name; `nil` when there is none.
  public func header(_ name: StaticString) -> String? {
    withHeader(name) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the value's bytes in place; `nil` if there is no such header.
  @inlinable
  public func withHeader<Result>(
    _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try headerBytes(name).with(body)
  }

  /// Calls `body` with the whole list that a header is, however often it stands; `nil` if it is not there.
  @inlinable
  public func withList<Result>(
    _ list: ListHeader, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try listBytes(list).with(body)
  }

  /// The same as text.
  public func list(_ list: ListHeader) -> String? {
    withList(list) { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Where the bytes are

  @usableFromInline
  var hostBytes: HeaderBytes {
    guard let live else { return headerBytes("Host") }
    return live.exchange.statedHost.map { .copied(Array($0.utf8)) }
      ?? HeaderBytes(live.exchange.noted.pointee.host)
  }

  @usableFromInline
  var cookieBytes: HeaderBytes {
    live.map { HeaderBytes($0.exchange.noted.pointee.cookie) } ?? headerBytes("Cookie")
  }

  @usableFromInline
  func headerBytes(_ name: StaticString) -> HeaderBytes {
    if let live { return HeaderBytes(headerValue(live.handle, name)) }
    let value = given?.headers.first { equalIgnoringCase($0.0, name.description) }?.1
    return value.map { .copied(Array($0.utf8)) } ?? .missing
  }

  @usableFromInline
  func listBytes(_ list: ListHeader) -> HeaderBytes {
    let values: [String]
    if let live {
      let noted = live.exchange.noted
      guard noted.pointee.repeats(list) else { return HeaderBytes(noted.pointee[list]) }
      values = headerValues(live.handle, list.name)
    } else {
      values = (given?.headers ?? []).filter { equalIgnoringCase($0.0, list.name.description) }.map { $0.1 }
    }
    return values.isEmpty ? .missing : .copied(Array(values.joined(separator: ", ").utf8))
  }
}

/// The pointers behind a request end with the handler's call.
@available(*, unavailable)
extension Request: Sendable {}
