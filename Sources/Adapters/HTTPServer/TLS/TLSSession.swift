import CGnuTLS
import CMicroHTTPD

/// What is done with the session of one connection, on the polling thread that owns it.
enum TLSSession {
  /// TLS 1.2 and 1.3, with ciphers that authenticate what they hide, and keys that no later theft reveals.
  static let priorities = "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-DHE-RSA:-SHA1"

  /// To be called before the handshake begins: with the certificate, and to learn when the handshake ends.
  static func begin(_ session: UnsafeMutableRawPointer, _ certificate: TLSCertificate) {
    certificate.use(in: session)
    gnutls_handshake_set_hook_function(
      OpaquePointer(session), GNUTLS_HANDSHAKE_FINISHED.rawValue, Int32(GNUTLS_HOOK_POST), handshakeFinished)
  }

  /// Sends what the library itself cannot send any more; what does not fit at once is given up.
  static func send(_ bytes: [UInt8], over session: UnsafeMutableRawPointer) {
    _ = gnutls_record_send(OpaquePointer(session), bytes, bytes.count)
  }
}

/// The library keeps its connection as the session's pointer.
private func handshakeFinished(
  _ session: gnutls_session_t?, _: UInt32, _: UInt32, _ isIncoming: UInt32, _: UnsafePointer<gnutls_datum_t>?
) -> Int32 {
  guard isIncoming == 1, let handle = gnutls_session_get_ptr(session),
    let record = mhd_socket_context(OpaquePointer(handle))
  else { return 0 }
  Unmanaged<Connection>.fromOpaque(record)._withUnsafeGuaranteedRef { $0.handshakeEnded() }
  return 0
}
