import Glibc
public import HTTPServer
public import ShowFiles

/// The files of a certificate and its key, read at the start and at each reload.
public struct TLSFiles: Sendable, Equatable {
  private let certificate: String
  private let key: String

  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  /// - Parameter report: takes a line if browsers will reject the certificate, now or soon.
  public func load(report: (String) -> Void) throws(TLSError) -> TLSCertificate {
    let loaded = try TLSCertificate(certificateFile: certificate, keyFile: key)
    if let warning = warning(of: loaded.validity, at: time(nil)) { report(warning) }
    return loaded
  }

  /// A warning about a certificate that has expired or expires soon; nil otherwise.
  package func warning(of validity: Range<Int>, at now: Int) -> String? {
    let day = 86_400
    if now < validity.lowerBound {
      return "\(certificate) is not valid yet, so browsers will reject it; is the clock right?"
    }
    if now >= validity.upperBound { return "\(certificate) has expired, so browsers will reject it" }
    let days = (validity.upperBound - now) / day
    guard days < 14 else { return nil }
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
