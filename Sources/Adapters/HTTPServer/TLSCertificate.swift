internal import CGnuTLS
internal import CMicroHTTPD
internal import Glibc
internal import System

/// A certificate with its chain and private key; a connection keeps the one that it began with.
public final class TLSCertificate: @unchecked Sendable {
  /// Seconds since 1970 between which browsers take it.
  public let validity: Range<Int>
  /// The length of its RSA key; 0 for another kind.
  public let rsaBits: Int
  /// Nanoseconds between handshakes of one network, which then take a tenth of a processor: RSA 2048 takes about a
  /// millisecond, twice the length eight times as long, other keys a fraction.
  var handshakePause: UInt64

  /// GnuTLS only reads it once it is made.
  private let credentials: gnutls_certificate_credentials_t

  /// Reads two files in PEM form: the certificate with the chain to its authority, and the key.
  public init(certificateFile: String, keyFile: String) throws(TLSError) {
    var chain = try CertificateChain(certificateFile, try contents(of: certificateFile))
    let key = try PrivateKey(keyFile, try contents(of: keyFile))
    var made: gnutls_certificate_credentials_t?
    guard gnutls_certificate_allocate_credentials(&made) == 0, let made else { throw .noMemory }
    let status = chain.use { gnutls_certificate_set_x509_key(made, $0, Int32($1), key.handle) }
    guard status >= 0 else {
      gnutls_certificate_free_credentials(made)
      throw status == GNUTLS_E_CERTIFICATE_KEY_MISMATCH
        ? .mismatch(certificate: certificateFile, key: keyFile)
        : .unusable(certificateFile, String(cString: gnutls_strerror(status)))
    }
    credentials = made
    validity = chain.validity
    var bits: UInt32 = 0
    let kind = gnutls_x509_privkey_get_pk_algorithm2(key.handle, &bits)
    let isRSA = [GNUTLS_PK_RSA, GNUTLS_PK_RSA_PSS].contains { Int32($0.rawValue) == kind }
    rsaBits = isRSA ? Int(bits) : 0
    handshakePause = rsaBits == 0 ? 2_000_000 : UInt64(pow(Double(rsaBits) / 2_048, 3) * 10_000_000)
  }

  deinit {
    gnutls_certificate_free_credentials(credentials)
  }

  /// TLS 1.2 and 1.3, with ciphers that authenticate what they hide, and keys that no later theft reveals.
  static let priorities = "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-DHE-RSA:-SHA1"

  /// Prepares a session, which must not outlive the certificate, for its handshake.
  func use(in session: UnsafeMutableRawPointer) {
    let session = OpaquePointer(session)
    gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
    // Every message (GNUTLS_HANDSHAKE_ANY).
    gnutls_handshake_set_hook_function(session, .max, Int32(GNUTLS_HOOK_POST), handshakeMessage)
  }
}

/// Certificates as they stand in one file.
private struct CertificateChain: ~Copyable {
  private let list: UnsafeMutablePointer<gnutls_x509_crt_t?>
  private let count: UInt32
  let validity: Range<Int>

  init(_ path: String, _ pem: [UInt8]) throws(TLSError) {
    var list: UnsafeMutablePointer<gnutls_x509_crt_t?>?
    var count: UInt32 = 0
    let status = withDatum(pem) {
      gnutls_x509_crt_list_import2(&list, &count, $0, GNUTLS_X509_FMT_PEM, GNUTLS_X509_CRT_LIST_SORT.rawValue)
    }
    guard status >= 0, let list, count > 0, let first = list[0] else { throw .noCertificate(path) }
    self.list = list
    self.count = count
    let (from, to) = (gnutls_x509_crt_get_activation_time(first), gnutls_x509_crt_get_expiration_time(first))
    validity = from..<max(from, to)
  }

  deinit {
    for index in 0..<Int(count) { gnutls_x509_crt_deinit(list[index]) }
    // GnuTLS allocates with malloc unless configured otherwise.
    free(list)
  }

  mutating func use<Result>(_ body: (UnsafeMutablePointer<gnutls_x509_crt_t?>, UInt32) -> Result) -> Result {
    body(list, count)
  }
}

private struct PrivateKey: ~Copyable {
  let handle: gnutls_x509_privkey_t

  init(_ path: String, _ pem: [UInt8]) throws(TLSError) {
    var made: gnutls_x509_privkey_t?
    guard gnutls_x509_privkey_init(&made) == 0, let made else { throw .noMemory }
    let status = withDatum(pem) { gnutls_x509_privkey_import2(made, $0, GNUTLS_X509_FMT_PEM, nil, 0) }
    guard status >= 0 else {
      gnutls_x509_privkey_deinit(made)
      throw status == GNUTLS_E_DECRYPTION_FAILED ? .lockedKey(path) : .noKey(path)
    }
    handle = made
  }

  deinit {
    gnutls_x509_privkey_deinit(handle)
  }
}

private func withDatum<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Result) -> Result
{
  var bytes = bytes
  return bytes.withUnsafeMutableBufferPointer {
    var datum = gnutls_datum_t(data: $0.baseAddress, size: UInt32(clamping: $0.count))
    return body(&datum)
  }
}

/// Reads a file; the limit is above any chain of certificates.
private func contents(of path: String) throws(TLSError) -> [UInt8] {
  do throws(SystemError) {
    return try FileReader(path).contents(limit: 1 << 20)
  } catch {
    throw .unreadable(path, reason: error.reason)
  }
}

/// The library keeps its connection as the session's pointer.
private func handshakeMessage(
  _ session: gnutls_session_t?, _ kind: UInt32, _: UInt32, _ isIncoming: UInt32,
  _: UnsafePointer<gnutls_datum_t>?
) -> Int32 {
  guard isIncoming == 1, let handle = gnutls_session_get_ptr(session),
    let record = mhd_socket_context(OpaquePointer(handle))
  else { return 0 }
  return Unmanaged<Connection>.fromOpaque(record)._withUnsafeGuaranteedRef { connection in
    if kind == GNUTLS_HANDSHAKE_FINISHED.rawValue { connection.handshakeEnded() }
    let mayGoOn =
      kind != GNUTLS_HANDSHAKE_CLIENT_HELLO.rawValue
      || connection.thread.service.connections.begins(handshakeOf: connection)
    return mayGoOn ? 0 : GNUTLS_E_APPLICATION_ERROR_MAX
  }
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
