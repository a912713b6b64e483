import Fixtures
import Flags
import Testing

@testable import dramatis

@Suite("The files of a certificate")
struct TLSFilesTests {
  @Test("A certificate among the service manager's credentials is taken where none is named")
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

  private static let day = 86_400
  static let validities: [(now: Int, warning: String?)] = [
    (-1, "c.pem: is not valid yet, browsers will refuse it; is the clock right?"), (0, nil),
    (86 * day, nil), (87 * day, "c.pem: expires in 13 days"), (99 * day, "c.pem: expires in 1 day"),
    (100 * day - 1, "c.pem: expires in 0 days"), (100 * day, "c.pem: has expired, browsers will refuse it"),
  ]

  @Test("A certificate is warned of before, when and after browsers refuse it", arguments: validities)
  func validity(now: Int, warning: String?) {
    let files = TLSFiles(certificate: "c.pem", key: "k.pem")
    #expect(files.warning(of: 0..<100 * Self.day, at: now) == warning)
  }
}
