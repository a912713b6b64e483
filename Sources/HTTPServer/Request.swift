internal import CMicroHTTPD

/// One request, valid during the handler's call.
///
/// Headers stay where libmicrohttpd read them and are looked up there; nothing is copied before it is asked
/// for. Where a header occurs more than once, the first one is found.
public struct Request {
  public let method: Method
  /// Path and query exactly as on the request line: percent-encoded, undecoded, beginning with `/`,
  /// without spaces and control characters.
  public let target: [UInt8]
  public let body: [UInt8]
  private let source: Source

  private enum Source {
    case live(OpaquePointer, Connection)
    case given(headers: [(String, String)], peer: String)
  }

  /// A request that came over no socket.
  public init(
    method: Method = .get, target: String, headers: [(String, String)] = [], body: [UInt8] = [],
    peer: String = "127.0.0.1"
  ) {
    self.method = method
    self.target = Array(target.utf8)
    self.body = body
    source = .given(headers: headers, peer: peer)
  }

  init(method: Method, target: [UInt8], body: [UInt8], handle: OpaquePointer, connection: Connection) {
    self.method = method
    self.target = target
    self.body = body
    source = .live(handle, connection)
  }

  /// The peer's numeric address; an IPv4 address that came through an IPv6 socket is shown as IPv4.
  public var peer: String {
    switch source {
    case .live(_, let connection): connection.peer
    case .given(_, let peer): peer
    }
  }

  /// The value of a header, whatever the case of its name; `nil` when there is none.
  public func header(_ name: StaticString) -> String? {
    withHeader(name) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the value's bytes where they lie; `nil` when there is no such header.
  public func withHeader<Result>(
    _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    switch source {
    case .live(let handle, _):
      guard let value = headerValue(handle, name) else { return nil }
      return try body(value)
    case .given(let headers, _):
      let wanted = name.description
      for (name, value) in headers where equalIgnoringCase(name, wanted) {
        let bytes = Array(value.utf8)
        return try bytes.withUnsafeBufferPointer(body)
      }
      return nil
    }
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

/// ASCII only, as header names are.
func equalIgnoringCase(_ first: String, _ second: String) -> Bool {
  first.utf8.count == second.utf8.count
    && first.utf8.elementsEqual(second.utf8) { lowercased($0) == lowercased($1) }
}

@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
  byte &- 0x41 < 26 ? byte | 0x20 : byte
}
