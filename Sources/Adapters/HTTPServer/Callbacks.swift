import CMicroHTTPD
import Glibc

// The callbacks of libmicrohttpd. They are top-level functions, because a closure in the program's main file
// would be bound to the main actor and crash on the library's threads. `context` is the `PollingThread`.

/// Calls `body` with an object of ours that the library refers to, without counting references.
@inline(__always)
private func borrow<Object: AnyObject, Result>(
  _ address: UnsafeMutableRawPointer, _ body: (Object) -> Result
) -> Result {
  Unmanaged<Object>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
}

/// The request line is here. The result, the `Connection`, comes back as `slot` in the next two.
func mhdRequestLine(
  _: UnsafeMutableRawPointer?, _ line: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let line, let handle, let record = mhd_socket_context(handle) else { return nil }
  borrow(record) { (connection: Connection) in
    connection.current.begin(target: bytes(line, strlen(line)))
  }
  return record
}

/// Called first when the headers are here, then for each piece of the body, last when all is here.
func mhdAccess(
  _: UnsafeMutableRawPointer?, _: OpaquePointer?, _: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ piece: UnsafePointer<CChar>?,
  _ pieceCount: UnsafeMutablePointer<Int>?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let method, let version, let pieceCount, let record = slot?.pointee else { return .NO }
  return borrow(record) { (connection: Connection) in
    let service = connection.thread.service
    if case .begun = connection.current.stage {
      return service.begin(connection, method: method, version: version)
    }
    guard let piece, pieceCount.pointee > 0 else { return service.answer(connection) }
    let count = pieceCount.pointee
    pieceCount.pointee = 0
    return service.receive(bytes(piece, count), connection)
  }
}

/// The request is over, well or not. Its headers are still there.
func mhdCompleted(
  _: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _: MHD_RequestTerminationCode
) {
  guard let handle, let slot, slot.pointee != nil else { return }
  slot.pointee = nil
  guard let record = mhd_socket_context(handle) else { return }
  borrow(record) { (connection: Connection) in
    connection.thread.service.complete(connection)
    connection.current.end()
  }
}

/// A connection was taken over, or is about to be closed. `slot` is the connection's record.
func mhdConnection(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
) {
  guard let context, let handle, let slot else { return }
  let thread = Unmanaged<PollingThread>.fromOpaque(context).takeUnretainedValue()
  let service = thread.service
  if event == .CONNECTION_NOTIFY_STARTED {
    let connection = service.connection(handle, of: thread)
    slot.pointee = Unmanaged.passRetained(connection).toOpaque()
    service.connections.insert(connection)
  } else if let record = slot.pointee {
    slot.pointee = nil
    let connection = Unmanaged<Connection>.fromOpaque(record).takeRetainedValue()
    service.connections.remove(connection)
    if connection.lingers { service.sweep.linger(connection.socket, of: connection.network) }
  }
}

/// Leaves percent-encoding as it is: decoded by the library, `%00` would end the path.
func mhdUnescape(
  _: UnsafeMutableRawPointer?, _: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int {
  text.map { strlen($0) } ?? 0
}
