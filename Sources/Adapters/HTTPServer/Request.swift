internal import CMicroHTTPD
internal import System

/// One request, valid during the handler's call.
///
/// Headers stay where libmicrohttpd read them and are looked up there, ignoring the case of their names. If a
/// header occurs more than once, the first one is found, except by ``withList(_:_:)``.
public struct Request {
  public let method: Method
  /// Path and query exactly as on the request line: percent-encoded, beginning with `/`.
  public let target: [UInt8]
  public let body: [UInt8]
  private let source: Source

  private enum Source {
    case connection(Live)
    indirect case values(headers: [(String, String)], peer: String, isSecure: Bool)
  }

  /// The state of the server that a request is read from while its handler is called.
  private struct Live {
    unowned(unsafe) let current: CurrentRequest
    unowned(unsafe) let connection: Connection
    let headers: RequestHeaders
  }

  /// A request that came over no socket.
  public init(
    method: Method = .get, target: String, headers: [(String, String)] = [], body: [UInt8] = [],
    peer: String = "127.0.0.1", isSecure: Bool = false
  ) {
    self.method = method
    self.target = Array(target.utf8)
    self.body = body
    source = .values(headers: headers, peer: peer, isSecure: isSecure)
  }

  init(_ connection: Connection, _ method: Method) {
    self.method = method
    let current = connection.current
    (target, body) = (current.target, current.body)
    source = .connection(
      Live(current: current, connection: connection, headers: RequestHeaders(connection.handle)))
  }

  private var live: Live? {
    if case .connection(let live) = source { live } else { nil }
  }

  /// Whether ``noteWork(_:)`` took a tenth of the thread's last 50 ms, so that other connections would wait.
  public var isThreadBusy: Bool {
    live.map { $0.connection.thread.isBusy(now: $0.current.completeAt) } ?? false
  }

  /// Calls `body`, and counts the time that it takes of the calling thread, for ``isThreadBusy``.
  public func noteWork<Result>(_ body: () -> Result) -> Result {
    guard let live else { return body() }
    let start = MonotonicClock.awake.nanoseconds
    defer { live.connection.thread.count(workSince: start) }
    return body()
  }

  /// Sets the kind of request, for ``CompletedRequest/kind``.
  public func count(as kind: Int) { live?.current.kind = kind }

  /// The numeric address of the client: the peer's own, or the one that a trusted proxy names.
  public var peer: String {
    switch source {
    case .connection(let live): live.current.forwarding?.client?.description ?? live.connection.peer
    case .values(_, let peer, _): peer
    }
  }

  /// Whether the visitor's browser is known to speak TLS, with this server or with a trusted proxy.
  public var isSecure: Bool {
    switch source {
    case .connection(let live): live.current.forwarding?.isSecure ?? (live.connection.certificate != nil)
    case .values(_, _, let isSecure): isSecure
    }
  }

  // MARK: Headers

  /// The host, with a port if there is one, that the visitor's browser asked for.
  public var host: String? { withHost { String(decoding: $0, as: UTF8.self) } }

  /// Calls `body` with the bytes of ``host``; `nil` when there is none.
  @inlinable
  public func withHost<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
    try hostBytes.with(body)
  }

  /// The value of a header; `nil` when there is none.
  public func header(_ name: StaticString) -> String? {
    withHeader(name) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the value's bytes in place; `nil` if there is no such header.
  @inlinable
  public func withHeader<Result>(
    _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try bytes(of: name).with(body)
  }

  /// Calls `body` with the whole list that the headers of a name make together (RFC 9110, section 5.3):
  /// If-Match, If-None-Match, Accept-Encoding or Accept-Language.
  @inlinable
  public func withList<Result>(
    _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try listBytes(of: name).with(body)
  }

  public func list(_ name: StaticString) -> String? {
    withList(name) { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a value: in libmicrohttpd's memory, or a copy.
  @usableFromInline
  enum Bytes {
    case missing
    case inPlace(UnsafeBufferPointer<UInt8>)
    case copied([UInt8])

    @inlinable
    func with<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
      switch self {
      case .missing: nil
      case .inPlace(let bytes): try body(bytes)
      case .copied(let bytes): try bytes.withUnsafeBufferPointer(body)
      }
    }
  }

  @usableFromInline
  var hostBytes: Bytes {
    live?.current.statedHost.map { .copied(Array($0.utf8)) } ?? bytes(of: "Host")
  }

  @usableFromInline
  func bytes(of name: StaticString) -> Bytes {
    switch source {
    case .connection(let live): live.headers.first(name).map { .inPlace($0) } ?? .missing
    case .values: values(name).first.map { .copied($0) } ?? .missing
    }
  }

  @usableFromInline
  func listBytes(of name: StaticString) -> Bytes {
    var values = values(name)
    if let live {
      if !live.current.mayRepeatLists { return bytes(of: name) }
      values = live.headers.all(name).map { Array($0) }
    }
    return values.isEmpty ? .missing : .copied(Array(values.joined(separator: Array(", ".utf8))))
  }

  /// The values of all headers of a name in a request made by a test or an export.
  private func values(_ name: StaticString) -> [[UInt8]] {
    guard case .values(let headers, _, _) = source else { return [] }
    return headers.filter { equalIgnoringCase($0.0, name.description) }.map { Array($0.1.utf8) }
  }
}

/// The pointers behind a request end with the handler's call.
@available(*, unavailable)
extension Request: Sendable {}

/// The methods that reach a handler. Others are refused by the server: 405 if a standard has them, else 501.
public enum Method: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"

  /// Whether servers know it (RFC 9110, section 9.3, and RFC 5789), though no address of ours takes it.
  static func isStandard(_ name: UnsafePointer<CChar>) -> Bool {
    ["PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"].contains(String(cString: name))
  }
}
