import CMicroHTTPD
import Glibc

// Refusals that the library cannot send.
extension Service {
  /// Sends a refusal of ours for a head that the library finds wrong before it calls us, such as for a length that is
  /// no number, and ends the connection. Its own would have its header block twice (libmicrohttpd 0.9.75 goes on with
  /// the request after it has built the block, and builds another).
  ///
  /// The library does not say whose head it is: the one that is here in full and for which it has not called us yet.
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
    // What the library sends after it fails, and it closes the connection.
    shutdown(found.socket, Int32(SHUT_WR))
  }

  func sendAtOnce(_ response: Response, over handle: OpaquePointer, leavingOutBody: Bool) {
    let bytes = response.closingMessage(common) + (leavingOutBody ? [] : response.body)
    if let session = mhd_tls_session(handle) { return TLSSession.send(bytes, over: session) }
    // What does not fit into the socket's buffer at once is given up; a refusal fits.
    _ = Glibc.send(mhd_socket(handle), bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }
}
