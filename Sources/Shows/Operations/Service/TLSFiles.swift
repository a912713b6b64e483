public import HTTPServer
public import ShowFiles
import System

/// The files of a certificate and its key, read at the start, at each reload, and when they have changed.
public struct TLSFiles: Sendable, Equatable {
  private let certificate: String
  private let key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  public func load() throws(TLSError) -> TLSCertificate {
    try TLSCertificate(certificateFile: certificate, keyFile: key)
  }

  var states: [DiskState] { [DiskState(of: certificate), DiskState(of: key)] }

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
    return "\(certificate) expires in \(days == 1 ? "1 day" : "\(days) days")"
  }
}

extension Options {
  /// Nil for plain http.
  public var tls: TLSFiles? {
    guard let tlsCertificate, let tlsKey else { return nil }
    return TLSFiles(certificate: tlsCertificate, key: tlsKey)
  }
}
