import CMicroHTTPD
import Glibc

// The callbacks of libmicrohttpd. They are top-level functions, because a closure in the program's main file
// would be bound to the main actor and crash on the library's threads. `context` is the `PollingThread`.

/// The library is about to refuse a request by itself.
@_cdecl("mhd_refuses")
func mhdRefuses(_ context: UnsafeMutableRawPointer, _ status: UInt32) {
  Unmanaged<PollingThread>.fromOpaque(context)._withUnsafeGuaranteedRef { thread in
    thread.service.refuse(Int(status), inPlaceOfLibraryOn: thread)
  }
}

/// The request line is here. The result comes back as `slot` in the calls below: the connection's exchange,
/// which the connection owns.
func mhdRequestLine(
  _ context: UnsafeMutableRawPointer?, _ line: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let line, let handle, let record = mhd_socket_context(handle) else { return nil }
  return Unmanaged<Connection>.fromOpaque(record)._withUnsafeGuaranteedRef { connection in
    let bytes = UnsafeRawBufferPointer(start: line, count: strlen(line))
    connection.exchange.begin(target: bytes.assumingMemoryBound(to: UInt8.self))
    return Unmanaged.passUnretained(connection.exchange).toOpaque()
  }
}

/// Called first when the headers are here, then for each piece of the body, last when all is here.
func mhdAccess(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ target: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ piece: UnsafePointer<CChar>?,
  _ pieceCount: UnsafeMutablePointer<Int>?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let handle, let target, let method, let version, let pieceCount,
    let kept = slot?.pointee, let record = mhd_socket_context(handle)
  else { return .NO }
  let exchange = Unmanaged<Exchange>.fromOpaque(kept)
  let connection = Unmanaged<Connection>.fromOpaque(record)
  return Unmanaged<PollingThread>.fromOpaque(context)._withUnsafeGuaranteedRef { thread in
    let service = thread.service
    return exchange._withUnsafeGuaranteedRef { exchange in
      connection._withUnsafeGuaranteedRef { connection in
        if case .begun = exchange.stage {
          return service.begin(exchange, handle, connection, method: method, target: target, version: version)
        }
        guard let piece, pieceCount.pointee > 0 else { return service.answer(exchange, handle, connection) }
        let bytes = UnsafeRawBufferPointer(start: piece, count: pieceCount.pointee)
        pieceCount.pointee = 0
        return service.receive(bytes.assumingMemoryBound(to: UInt8.self), exchange, handle, connection)
      }
    }
  }
}

/// The request is over, well or not. Its headers are still there.
func mhdCompleted(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _: MHD_RequestTerminationCode
) {
  guard let context, let handle, let slot, let kept = slot.pointee else { return }
  slot.pointee = nil
  guard let record = mhd_socket_context(handle) else { return }
  Unmanaged<PollingThread>.fromOpaque(context)._withUnsafeGuaranteedRef { thread in
    Unmanaged<Connection>.fromOpaque(record)._withUnsafeGuaranteedRef { connection in
      Unmanaged<Exchange>.fromOpaque(kept)._withUnsafeGuaranteedRef { exchange in
        thread.service.complete(exchange, handle, connection)
        exchange.end()
      }
    }
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
    let connection = service.connection(
      mhd_socket(handle), of: thread, session: mhd_tls_session(handle))
    connection.handle = handle
    slot.pointee = Unmanaged.passRetained(connection).toOpaque()
    service.connections.insert(connection)
  } else if let record = slot.pointee {
    slot.pointee = nil
    let connection = Unmanaged<Connection>.fromOpaque(record).takeRetainedValue()
    service.connections.remove(connection)
    if connection.lingers { service.lingering.takeOver(connection.socket) }
  }
}

/// Leaves percent-encoding as it is: decoded by the library, `%00` would end the path.
func mhdUnescape(
  _: UnsafeMutableRawPointer?, _: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?
) -> Int {
  text.map { strlen($0) } ?? 0
}
