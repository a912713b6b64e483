import CMicroHTTPD

/// An immutable `MHD_Response`; the library counts who still sends it.
final class PreparedResponse: @unchecked Sendable {
  let handle: OpaquePointer
  let common: CommonHeaders
  let body: ResponseBytes

  /// - Returns: `nil` when memory is short.
  init?(
    _ bytes: ResponseBytes, status: Int, headers: [(String, String)], common: CommonHeaders, closing: Bool
  ) {
    let owner = Unmanaged.passRetained(bytes)
    let made = MHD_create_response_from_buffer_with_free_callback_cls(
      bytes.buffer.count, bytes.buffer.baseAddress, releaseResponseBytes, owner.toOpaque())
    guard let made else {
      owner.release()
      return nil
    }
    common.forEach(completing: headers, status: status) { name, value in
      _ = MHD_add_response_header(made, name, value)
    }
    if closing { _ = MHD_add_response_header(made, "Connection", "close") }
    handle = made
    body = bytes
    self.common = common
  }

  deinit {
    MHD_destroy_response(handle)
  }
}

/// The body's bytes at an address that stays, for as long as any `MHD_Response` refers to them.
final class ResponseBytes: @unchecked Sendable {
  let buffer: UnsafeMutableRawBufferPointer
  /// Connections that take them, if they are large. Guarded by the registry's lock, like ``use``.
  var takers = 0
  /// The network that they count for until they are taken.
  var use: NetworkUse?

  init(_ bytes: [UInt8]) {
    // At least one byte, so that there is an address: the library does not accept a null pointer.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    memory.copyBytes(from: bytes)
    buffer = UnsafeMutableRawBufferPointer(rebasing: memory[..<bytes.count])
  }

  deinit {
    buffer.baseAddress?.deallocate()
  }
}

private func releaseResponseBytes(_ owner: UnsafeMutableRawPointer?) {
  guard let owner else { return }
  Unmanaged<ResponseBytes>.fromOpaque(owner).release()
}

/// The headers of every answer of one server; their identity stands for the server.
final class CommonHeaders: Sendable {
  private let headers: [(String, String)]

  init(_ headers: [(String, String)]) {
    self.headers = headers
  }

  /// The answer's own headers, then those of the server that it does not set itself.
  ///
  /// A "not modified" has its own only: browsers go on using those of the answer that they have kept.
  func forEach(
    completing own: [(String, String)], status: Int, _ body: (_ name: String, _ value: String) -> Void
  ) {
    for (name, value) in own { body(name, value) }
    guard status != 304 else { return }
    for (name, value) in headers where !own.contains(where: { equalIgnoringCase($0.0, name) }) {
      body(name, value)
    }
  }
}
