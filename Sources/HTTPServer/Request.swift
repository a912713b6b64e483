internal import CMicroHTTPD

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
  private let source: Source
  /// Nil for a request that came over no socket.
  private let exchange: Exchange?
  /// The host that counts in place of the header's: what a trusted proxy says, else what stood on the request
  /// line (RFC 9112, section 3.2.2).
  private let statedHost: String?

  private enum Source {
    case live(OpaquePointer, Connection, Forwarding?)
    case given(headers: [(String, String)], peer: String, isSecure: Bool)
  }

  /// A request that came over no socket.
  public init(
    method: Method = .get, target: String, headers: [(String, String)] = [], body: [UInt8] = [],
    peer: String = "127.0.0.1", isSecure: Bool = false
  ) {
    self.method = method
    self.target = Array(target.utf8)
    self.body = body
    source = .given(headers: headers, peer: peer, isSecure: isSecure)
    statedHost = nil
    exchange = nil
  }

  init(
    method: Method, _ exchange: Exchange, handle: OpaquePointer, connection: Connection
  ) {
    self.method = method
    target = exchange.target
    body = exchange.body
    source = .live(handle, connection, exchange.forwarding)
    statedHost = exchange.forwarding?.host ?? exchange.authority
    self.exchange = exchange
  }

  /// Says what kind of request it is, for ``CompletedRequest/kind``.
  public func count(as kind: Int) { exchange?.kind = kind }

  /// The numeric address of the client: the peer's own, or what a trusted proxy says.
  ///
  /// An IPv4 address that came through an IPv6 socket is shown as IPv4.
  public var peer: String {
    switch source {
    case .live(_, let connection, let forwarding): forwarding?.client?.description ?? connection.peer
    case .given(_, let peer, _): peer
    }
  }

  /// Whether the visitor's browser is known to speak TLS, with this server or with a trusted proxy.
  public var isSecure: Bool {
    switch source {
    case .live(_, let connection, let forwarding): forwarding?.isSecure ?? (connection.certificate != nil)
    case .given(_, _, let isSecure): isSecure
    }
  }

  /// The host, with a port if there is one, that the visitor's browser asked for.
  public var host: String? { statedHost ?? header("Host") }

  /// Calls `body` with the bytes of ``host``; `nil` when there is none.
  public func withHost<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
    if let statedHost { return try Array(statedHost.utf8).withUnsafeBufferPointer(body) }
    return try withHeader("Host", body)
  }

  /// The value of a header, whatever the case of its name; `nil` when there is none.
  public func header(_ name: StaticString) -> String? {
    withHeader(name) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the value's bytes in place; `nil` if there is no such header.
  public func withHeader<Result>(
    _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    switch source {
    case .live(let handle, _, _):
      guard let value = headerValue(handle, name) else { return nil }
      return try body(value)
    case .given(let headers, _, _):
      let wanted = name.description
      for (name, value) in headers where equalIgnoringCase(name, wanted) {
        let bytes = Array(value.utf8)
        return try bytes.withUnsafeBufferPointer(body)
      }
      return nil
    }
  }
}

extension Request {
  /// Calls `body` with the whole list that a header is, however often it stands; `nil` if it is not there.
  public func withList<Result>(
    _ list: ListHeader, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    if let exchange {
      guard exchange.lists.contains(list) else { return nil }
      if !exchange.lists.repeats(list) { return try withHeader(list.name, body) }
    }
    let values =
      switch source {
      case .live(let handle, _, _): headerValues(handle, list.name)
      case .given(let headers, _, _):
        headers.filter { equalIgnoringCase($0.0, list.name.description) }.map { $0.1 }
      }
    guard !values.isEmpty else { return nil }
    return try Array(values.joined(separator: ", ").utf8).withUnsafeBufferPointer(body)
  }

  /// The same as text.
  public func list(_ list: ListHeader) -> String? {
    withList(list) { String(decoding: $0, as: UTF8.self) }
  }
}

/// The pointers behind a request end with the handler's call.
@available(*, unavailable)
extension Request: Sendable {}

/// The value's bytes in libmicrohttpd's memory, valid until the request completes.
func headerValue(_ handle: OpaquePointer, _ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
  var value: UnsafePointer<CChar>?
  var size = 0
  let found = name.withUTF8Buffer { name in
    name.withMemoryRebound(to: CChar.self) { name in
      MHD_lookup_connection_value_n(handle, .HEADER_KIND, name.baseAddress, name.count, &value, &size)
    }
  }
  guard found == .YES, let value else { return nil }
  return value.withMemoryRebound(to: UInt8.self, capacity: size) {
    UnsafeBufferPointer(start: $0, count: size)
  }
}

/// The values of all headers of a name, in their order.
func headerValues(_ handle: OpaquePointer, _ name: StaticString) -> [String] {
  var search = (name: name.description, values: [String]())
  _ = withUnsafeMutablePointer(to: &search) {
    MHD_get_connection_values_n(handle, .HEADER_KIND, collectValue, $0)
  }
  return search.values
}

private func collectValue(
  _ search: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
  _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
  guard let search = search?.assumingMemoryBound(to: (name: String, values: [String]).self), let name,
    let value
  else { return .NO }
  let bytes = UnsafeRawBufferPointer(start: name, count: nameCount)
  guard bytes.count == search.pointee.name.utf8.count,
    zip(bytes, search.pointee.name.utf8).allSatisfy({ lowercased($0) == lowercased($1) })
  else { return .YES }
  search.pointee.values.append(
    String(decoding: UnsafeRawBufferPointer(start: value, count: valueCount), as: UTF8.self))
  return .YES
}

/// ASCII only, as header names are.
func equalIgnoringCase(_ first: String, _ second: String) -> Bool {
  first.utf8.count == second.utf8.count
    && first.utf8.elementsEqual(second.utf8) { lowercased($0) == lowercased($1) }
}

@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
  byte &- 0x41 < 26 ? byte | 0x20 : byte
}
