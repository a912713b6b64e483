internal import CGnuTLS
internal import Glibc

/// A certificate with its chain and its private key, ready for handshakes.
///
/// A connection keeps the one that it began with; see ``Server/use(_:)`` for another one.
public final class TLSCertificate: @unchecked Sendable {
  /// Seconds since 1970 between which browsers take it.
  public let validity: Range<Int>

  /// GnuTLS only reads it once it is made.
  private let credentials: gnutls_certificate_credentials_t

  /// Reads two files in PEM form: the certificate with the chain to its authority, and the key.
  public init(certificateFile: String, keyFile: String) throws(TLSError) {
    var chain = try CertificateChain(certificateFile, try FileBytes.read(certificateFile))
    let key = try PrivateKey(keyFile, try FileBytes.read(keyFile))
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
  }

  deinit {
    gnutls_certificate_free_credentials(credentials)
  }

  /// Makes a session that has not begun its handshake show this certificate; it must not outlive it.
  func use(in session: UnsafeMutableRawPointer) {
    gnutls_credentials_set(
      OpaquePointer(session), GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
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

/// Small files, read whole.
enum FileBytes {
  /// Longer than any chain of certificates.
  private static let limit = 1 << 20

  static func read(_ path: String) throws(TLSError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var space = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &space, space.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure(path) }
      if count == 0 { break }
      bytes += space[..<count]
    }
    return bytes
  }

  private static func failure(_ path: String) -> TLSError {
    .unreadable(path, reason: String(cString: strerror(errno)))
  }
}
