internal import Glibc
public import HTTPServer
public import ShowFiles
internal import Synchronization

/// The certificate of the running servers, read at the start and at each reload.
public final class ServedCertificate: Sendable {
  private let files: TLSFiles
  private let loaded: Mutex<TLSCertificate>

  public init(_ files: TLSFiles) throws(TLSError) {
    self.files = files
    loaded = Mutex(try files.load())
  }

  public var current: TLSCertificate { loaded.withLock { $0 } }

  /// What an operator should look at now: its expiry, or a slow key.
  public var warning: String? {
    let certificate = current
    return files.warning(of: certificate.validity, at: time(nil))
      ?? files.warning(ofBits: certificate.rsaBits)
  }

  /// Loads the certificate again.
  /// - Throws: the fault; the one before is served on.
  public func reload() throws(TLSError) -> TLSCertificate {
    let certificate = try files.load()
    loaded.withLock { $0 = certificate }
    return certificate
  }
}

/// The files of a certificate and its key.
public struct TLSFiles: Sendable, Equatable {
  private let certificate: String
  private let key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  func load() throws(TLSError) -> TLSCertificate {
    try TLSCertificate(certificateFile: certificate, keyFile: key)
  }

  /// A warning about a key that makes handshakes slow.
  package func warning(ofBits rsaBits: Int) -> String? {
    rsaBits > 2_048 ? "\(key) is RSA \(rsaBits), which makes handshakes slow; use an EC key or RSA 2048" : nil
  }

  /// A warning about a certificate that has expired or expires within 30 days; nil otherwise.
  package func warning(of validity: Range<Int>, at now: Int) -> String? {
    let day = 86_400
    if now < validity.lowerBound {
      return "\(certificate) is not valid yet, so browsers will reject it; is the clock right?"
    }
    if now >= validity.upperBound { return "\(certificate) has expired, so browsers will reject it" }
    let days = (validity.upperBound - now) / day
    guard days < 30 else { return nil }
    return "\(certificate) expires \(days == 0 ? "today" : days == 1 ? "in 1 day" : "in \(days) days")"
  }
}

extension Options {
  /// Nil for plain http.
  public var tls: TLSFiles? {
    guard let tlsCertificate, let tlsKey else { return nil }
    return TLSFiles(certificate: tlsCertificate, key: tlsKey)
  }
}
