import CGnuTLS
import CMicroHTTPD

/// The TLS session of one connection; for the polling thread that owns it.
enum TLSSession {
  /// TLS 1.2 and 1.3, with ciphers that authenticate what they hide, and keys that no later theft reveals.
  static let priorities = "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-DHE-RSA:-SHA1"

  /// To be called before the handshake begins: with the certificate, and to learn when the handshake ends.
  static func begin(_ session: UnsafeMutableRawPointer, _ certificate: TLSCertificate) {
    certificate.use(in: session)
    gnutls_handshake_set_hook_function(
      OpaquePointer(session), GNUTLS_HANDSHAKE_FINISHED.rawValue, Int32(GNUTLS_HOOK_POST), handshakeFinished)
  }

  /// Sends an answer past the library; bytes beyond the socket's buffer are given up.
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

/// Reasons against a certificate, one sentence each; none shows anything of a key.
public enum TLSError: Error, Equatable, CustomStringConvertible {
  /// `reason` is the system's own words.
  case unreadable(String, reason: String)
  case noCertificate(String)
  case noKey(String)
  case lockedKey(String)
  case mismatch(certificate: String, key: String)
  /// With GnuTLS's own words.
  case unusable(String, String)
  case noMemory

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .noCertificate(let path): "\(path) contains no certificate in PEM form"
    case .noKey(let path): "\(path) contains no private key in PEM form"
    case .lockedKey(let path): "\(path): the private key is protected by a password; use one without"
    case .mismatch(let certificate, let key): "\(key) is not the key of the certificate in \(certificate)"
    case .unusable(let path, let reason): "\(path): \(reason)"
    case .noMemory: "not enough memory for a certificate"
    }
  }
}
