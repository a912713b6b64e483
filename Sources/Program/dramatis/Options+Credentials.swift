import FoundationEssentials
import ShowFiles

extension Options {
  /// The options with the certificate and key among the service manager's credentials, if they name none.
  func withCredentials(_ environment: [String: String]) -> Options {
    guard tlsCertificate == nil, tlsKey == nil, let folder = environment["CREDENTIALS_DIRECTORY"],
      !folder.isEmpty
    else { return self }
    func credential(_ name: String) -> String? {
      let path = "\(folder)/\(name)"
      return FileManager.default.fileExists(atPath: path) ? path : nil
    }
    var options = self
    options.tlsCertificate = credential("tls-cert")
    options.tlsKey = credential("tls-key")
    return options
  }
}
