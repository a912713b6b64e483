import Glibc
import Operations
import ShowFiles
import TestSupport
import Testing

@Suite("The address of a health check")
struct HealthAddressTests {
  /// A folder with a show file that has a port.
  private func folder(port: Int) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let feed = ["kind": "duckduckgo", "address": "http://127.0.0.1:9/"]
    try folder.write("cast.json", showDocument(feed: feed, more: ["server": ["port": port]]))
    return folder
  }

  /// Plain and with TLS; on every address over IPv6 too.
  private func both(_ rest: String) -> [String] {
    let six = rest.hasPrefix("127.0.0.1:") ? ["[::1]\(rest.dropFirst(9))"] : []
    return ([rest] + six).flatMap { ["http://\($0)", "https://\($0)"] }
  }

  @Test(
    "Flags override environment variables",
    arguments: [
      ([], [:], "127.0.0.1:8080/healthz"),
      ([], ["DRAMATIS_PORT": "81", "DRAMATIS_BASE_PATH": "/a/"], "127.0.0.1:81/a/healthz"),
      (["--port=82"], ["DRAMATIS_PORT": "81", "DRAMATIS_LISTEN": "fd00::1"], "[fd00::1]:82/healthz"),
      (["--alive", "--port=83"], ["DRAMATIS_BASE_PATH": "/a"], "127.0.0.1:83/a/livez"),
      (["--listen", "192.168.1.20", "--offline"], ["DRAMATIS_LISTEN": "::"], "192.168.1.20:8080/healthz"),
    ] as [([String], [String: String], String)])
  func flags(arguments: [String], environment: [String: String], expected: String) throws {
    let address = try HealthAddress(arguments: arguments, environment: environment)
    #expect(try address.candidates() == both(expected))
  }

  @Test("A certificate means https only, and --url is used as given")
  func secure() throws {
    let variables = ["DRAMATIS_TLS_CERT": "c.pem", "DRAMATIS_TLS_KEY": "k.pem", "DRAMATIS_LISTEN": "::"]
    let address = try HealthAddress(arguments: [], environment: variables)
    #expect(try address.candidates() == ["https://127.0.0.1:8080/healthz", "https://[::1]:8080/healthz"])
    let given = try HealthAddress(arguments: ["--url", "http://a.example:1/x"], environment: variables)
    #expect(try given.candidates() == ["http://a.example:1/x"])
  }

  @Test("A service's settings and the environment override the show file")
  func showFile() throws {
    let folder = try folder(port: 8100)
    let file = "\(folder.path)/cast.json"
    func asked(_ more: [String] = [], _ environment: [String: String] = [:]) throws -> [String] {
      try HealthAddress(arguments: ["--show", file] + more, environment: environment).candidates()
    }
    #expect(try asked() == both("127.0.0.1:8100/healthz"))
    #expect(try asked([], ["DRAMATIS_PORT": "8102"]) == both("127.0.0.1:8102/healthz"))
    try folder.write(
      "cast.env", "# mine\nDRAMATIS_PORT = \"8101\"\nDRAMATIS_BASE_PATH=/cast\nPATH=/\n")
    #expect(try asked() == both("127.0.0.1:8101/cast/healthz"))
    #expect(try asked(["--port", "8103"]) == both("127.0.0.1:8103/cast/healthz"))
    // By its name in a folder of shows, with the variables of a container.
    let named = try HealthAddress(
      arguments: ["--config-dir", folder.path], environment: ["DRAMATIS_SHOW": "cast"])
    #expect(try named.candidates() == both("127.0.0.1:8101/cast/healthz"))
  }

  @Test("A service's settings are parsed as systemd parses an EnvironmentFile")
  func settings() {
    let text = """
      ; a comment
      A=1
      A = '2'
       B= "two words"\t
      C=
      D="x
      nonsense
      E=a=b
      """
    #expect(
      EnvironmentFile.variables(in: text) == ["A": "2", "B": "two words", "C": "", "D": "\"x", "E": "a=b"])
  }

  @Test("A random port and a missing show file are errors of one line")
  func unknowable() throws {
    let folder = try folder(port: 0)
    for (file, line) in [
      ("cast.json", "the show listens on any free port; name the one it has with --port"),
      ("none.json", "cannot read \(folder.path)/none.json: no such file"),
    ] {
      let faults = thrown(ConfigurationFaults.self) {
        try HealthAddress(arguments: ["--show", "\(folder.path)/\(file)"], environment: [:]).candidates()
      }
      #expect(faults?.lines == [line])
    }
  }

  @Test("Unreadable settings are an error unless --port is given")
  func unreadable() throws {
    let folder = try folder(port: 8080)
    let file = "\(folder.path)/cast.json"
    // A folder, because root can read every file.
    #expect(mkdir("\(folder.path)/cast.env", 0o700) == 0)
    let faults = thrown(ConfigurationFaults.self) {
      try HealthAddress(arguments: ["--show", file], environment: [:]).candidates()
    }
    #expect(faults?.lines.first?.hasPrefix("cannot read \(folder.path)/cast.env; ") == true)
    let named = try HealthAddress(arguments: ["--show", file, "--port", "81"], environment: [:])
    #expect(try named.candidates() == both("127.0.0.1:81/healthz"))
  }

  @Test(
    "--url accepts a valid address and excludes other flags",
    arguments: [
      ["--url"], ["--url", "ftp://a.example/"], ["--url=http://a.example/", "--port", "1"],
      ["--port", "1", "--url", "http://a.example/"],
    ])
  func misuse(arguments: [String]) {
    #expect(throws: UsageError.self) { try HealthAddress(arguments: arguments, environment: [:]) }
  }
}
