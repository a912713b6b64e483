import Flags
import Glibc
import HTTPServer

/// The files that a certificate and its key are read from, at the start and at each reload.
struct TLSFiles: Sendable, Equatable {
  let certificate: String
  let key: String

  /// - Parameter report: takes a line where browsers will not like what was read.
  func load(report: (String) -> Void) throws(TLSError) -> TLSCertificate {
    let loaded = try TLSCertificate(certificateFile: certificate, keyFile: key)
    if let warning = warning(of: loaded.validity, at: time(nil)) { report(warning) }
    return loaded
  }

  /// What is to be said of a certificate that is valid in that time; nil for nothing.
  func warning(of validity: Range<Int>, at now: Int) -> String? {
    let day = 86_400
    if now < validity.lowerBound {
      return "\(certificate): is not valid yet, browsers will refuse it; is the clock right?"
    }
    if now >= validity.upperBound { return "\(certificate): has expired, browsers will refuse it" }
    let days = (validity.upperBound - now) / day
    guard days < 14 else { return nil }
    return "\(certificate): expires in \(days == 1 ? "1 day" : "\(days) days")"
  }
}

extension Options {
  /// Nil for plain http.
  var tls: TLSFiles? {
    guard let tlsCertificate, let tlsKey else { return nil }
    return TLSFiles(certificate: tlsCertificate, key: tlsKey)
  }
}
