/// Why a certificate is of no use; one sentence each, none of which tells what stands in a key.
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
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .noCertificate(let path): "\(path): holds no certificate in PEM form"
    case .noKey(let path): "\(path): holds no private key in PEM form"
    case .lockedKey(let path): "\(path): the private key is locked by a password; keep it without one"
    case .mismatch(let certificate, let key): "\(key): is not the key to the certificate in \(certificate)"
    case .unusable(let path, let reason): "\(path): \(reason)"
    case .noMemory: "no memory is left for a certificate"
    }
  }
}
