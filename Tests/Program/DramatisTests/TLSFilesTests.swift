import Operations
import ShowFiles
import TestSupport
import Testing

@testable import dramatis

@Suite("Certificate files among credentials")
struct TLSFilesTests {
  @Test("A certificate among systemd's credentials is used unless a flag names one")
  func credentials() throws {
    let folder = try TemporaryFolder()
    let environment = ["CREDENTIALS_DIRECTORY": folder.path]
    func options(_ arguments: String...) throws -> Options {
      try Options(arguments: ["--show", "a"] + arguments, environment: environment).withCredentials(
        environment)
    }
    #expect(try options().tls == nil)
    try folder.write("tls-cert", "certificate")
    #expect(throws: UsageError("--tls-cert needs --tls-key")) { try options().checked() }
    try folder.write("tls-key", "key")
    #expect(
      try options().tls
        == TLSFiles(certificate: "\(folder.path)/tls-cert", key: "\(folder.path)/tls-key"))
    #expect(
      try options("--tls-cert", "c", "--tls-key", "k").tls == TLSFiles(certificate: "c", key: "k"))
    // A certificate and a key of different origin do not match.
    #expect(throws: UsageError("--tls-cert needs --tls-key")) { try options("--tls-cert", "c").checked() }
  }
}
