import Flags
import Glibc
import Testing

@testable import dramatis

extension ProgramTests {
  @Suite("Where a show is asked whether it is well")
  struct HealthAddressTests {
    private func both(_ rest: String) -> [String] { ["http://\(rest)", "https://\(rest)"] }

    @Test(
      "Where the flags say, else the variables",
      arguments: [
        ([], [:], "127.0.0.1:8080/healthz"),
        ([], ["DRAMATIS_PORT": "81", "DRAMATIS_BASE_PATH": "/a/"], "127.0.0.1:81/a/healthz"),
        (["--port=82"], ["DRAMATIS_PORT": "81", "DRAMATIS_LISTEN": "fd00::1"], "[fd00::1]:82/healthz"),
        (["--listen", "192.168.1.20", "--offline"], ["DRAMATIS_LISTEN": "::"], "192.168.1.20:8080/healthz"),
      ] as [([String], [String: String], String)])
    func flags(arguments: [String], environment: [String: String], expected: String) throws {
      let address = try HealthAddress(arguments: arguments, environment: environment)
      #expect(try address.candidates() == both(expected))
    }

    @Test("Over https alone where a certificate is named, and at a whole address where one is given")
    func secure() throws {
      let variables = ["DRAMATIS_TLS_CERT": "c.pem", "DRAMATIS_TLS_KEY": "k.pem", "DRAMATIS_LISTEN": "::"]
      let address = try HealthAddress(arguments: [], environment: variables)
      #expect(try address.candidates() == ["https://127.0.0.1:8080/healthz"])
      let given = try HealthAddress(arguments: ["--url", "http://a.example:1/x"], environment: variables)
      #expect(try given.candidates() == ["http://a.example:1/x"])
    }

    @Test("Where the show's file says, unless its service's settings or the environment say otherwise")
    func show() throws {
      let cast = try Cast(more: ["server": ["port": 8100]])
      func asked(_ more: [String] = [], _ environment: [String: String] = [:]) throws -> [String] {
        try HealthAddress(arguments: ["--show", cast.file] + more, environment: environment).candidates()
      }
      #expect(try asked() == both("127.0.0.1:8100/healthz"))
      #expect(try asked([], ["DRAMATIS_PORT": "8102"]) == both("127.0.0.1:8102/healthz"))
      try cast.folder.write(
        "cast.env", "# mine\nDRAMATIS_PORT = \"8101\"\nDRAMATIS_BASE_PATH=/cast\nPATH=/\n")
      #expect(try asked() == both("127.0.0.1:8101/cast/healthz"))
      #expect(try asked(["--port", "8103"]) == both("127.0.0.1:8103/cast/healthz"))
      // By its name in a folder of shows, and from a container's variables.
      let named = try HealthAddress(
        arguments: ["--config-dir", cast.folder.path], environment: ["DRAMATIS_SHOW": "cast"])
      #expect(try named.candidates() == both("127.0.0.1:8101/cast/healthz"))
    }

    @Test("A service's settings are read as its manager reads them")
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

    @Test("What cannot be known is told in one sentence")
    func unknown() async throws {
      let cast = try Cast(more: ["server": ["port": 0]])
      for (arguments, words) in [
        (["--show", cast.file], "a show at any free port cannot be found: name it with --port"),
        (
          ["--show", "\(cast.folder.path)/none.json"],
          "\(cast.folder.path)/none.json: cannot be read: there is no such file"
        ),
      ] {
        let check = try Program(["healthcheck"] + arguments)
        #expect(try await check.status == 1)
        #expect(check.errors == "dramatis: \(words)\n")
      }
    }

    @Test("Settings that only root may read are told, unless the port is named")
    func hidden() throws {
      let cast = try Cast()
      // What is no file cannot be read by anybody, and root reads all files.
      #expect(mkdir("\(cast.folder.path)/cast.env", 0o700) == 0)
      let faults = #expect(throws: ConfigurationFaults.self) {
        try HealthAddress(arguments: ["--show", cast.file], environment: [:]).candidates()
      }
      #expect(faults?.lines.first?.hasPrefix("\(cast.folder.path)/cast.env: cannot be read; ") == true)
      let named = try HealthAddress(arguments: ["--show", cast.file, "--port", "81"], environment: [:])
      #expect(try named.candidates() == both("127.0.0.1:81/healthz"))
    }

    @Test(
      "An address goes alone, and is one",
      arguments: [
        ["--url"], ["--url", "ftp://a.example/"], ["--url=http://a.example/", "--port", "1"],
        ["--port", "1", "--url", "http://a.example/"],
      ])
    func misuse(arguments: [String]) {
      #expect(throws: UsageError.self) { try HealthAddress(arguments: arguments, environment: [:]) }
    }
  }
}
