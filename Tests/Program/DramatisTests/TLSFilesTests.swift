import Operations
import ShowFiles
import TestSupport
import Testing

@testable import dramatis

@Suite("The files of a certificate")
struct TLSFilesTests {
  @Test("A certificate among the service manager's credentials is used if none is named")
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
    // One of each would not go together.
    #expect(throws: UsageError("--tls-cert needs --tls-key")) { try options("--tls-cert", "c").checked() }
  }
}
