/// Why a certificate cannot be used; one sentence each, none of which shows anything of a key.
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
