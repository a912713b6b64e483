import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Starting a show")
  struct StartTests {
    /// Expects a failing start, with one line that contains these words, and a status.
    private func expectFailure(
      _ arguments: [String], saying words: String, status: Int32 = 1
    ) async throws {
      let program = try Program(arguments)
      #expect(try await program.status == status)
      #expect(program.output.isEmpty)
      let last = program.errors.split(separator: "\n").last ?? ""
      #expect(last.hasPrefix("dramatis: ") && last.contains(words), "\(program.errors)")
    }

    @Test("Faults in the show's file end the start, one line each")
    func faults() async throws {
      let cast = try Cast(more: ["colour": "red"])
      try await expectFailure(cast.arguments, saying: ": colour: unknown key")
      try await expectFailure(["--show", "unknown"], saying: "/config/unknown.json: no such file")
    }

    @Test("An unusable path, base path or feed file ends the start with its name")
    func paths() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let folder = cast.folder.path
      try await expectFailure(cast.arguments + ["--resources", folder], saying: "\(folder)/Templates")
      try await expectFailure(
        cast.arguments + ["--base-path", "/a b"], saying: "the base path \"/a b\" is not valid")
      try await expectFailure(
        cast.arguments + ["--offline", "--feed", "\(folder)/none.json"],
        saying: "cannot read \(folder)/none.json: no such file")
      try await expectFailure(
        cast.arguments + ["--feed", "http://"], saying: "password, not \"http://\"", status: 2)
      let wrong = try cast.folder.write("wrong.json", "{\"RelatedTopics\": 7}")
      try await expectFailure(cast.arguments + ["--feed", wrong], saying: "cannot read \(wrong): ")
    }

    @Test("A port in use ends the start")
    func port() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let running = try cast.start()
      let port = try await running.port
      let arguments = ["--show", cast.file, "--state-dir", "\(cast.state)-of-another", "--offline"]
      try await expectFailure(
        arguments + ["--listen", "127.0.0.1", "--port", "\(port)"],
        saying: "cannot listen on 127.0.0.1 port \(port)")
      running.send(SIGTERM)
      #expect(try await running.status == 0)
    }

    @Test("A flag overrides the environment, which overrides the file")
    func precedence() async throws {
      let cast = try Cast(bundled: ["Apu"], more: ["server": ["basePath": "/file", "port": 0]])
      let arguments = [
        "--show", cast.file, "--state-dir", cast.state, "--listen", "127.0.0.1", "--log", "none", "--offline",
      ]
      func path(_ flags: [String], _ environment: [String: String]) async throws -> String? {
        let program = try Program(arguments + flags, environment: environment)
        let start = "listening on http://127.0.0.1:\(try await program.port)"
        #expect(program.output.hasPrefix(start))
        return program.output.dropFirst(start.count).split(separator: "\n").first.map(String.init)
      }
      #expect(try await path([], [:]) == "/file/")
      #expect(try await path([], ["DRAMATIS_BASE_PATH": "/variable"]) == "/variable/")
      #expect(try await path(["--base-path", "/flag"], ["DRAMATIS_BASE_PATH": "/variable"]) == "/flag/")
    }

    @Test("A show is served with --show alone, from any working folder")
    func nameOnly() async throws {
      let home = try TemporaryFolder()
      let program = try Program(
        ["--show", "wire"], environment: ["HOME": home.path, "DRAMATIS_PORT": "0", "DRAMATIS_OFFLINE": "1"],
        folder: home.path)
      #expect(try await program.get().text.contains("<h1"))
      #expect(home.names(in: ".local/state/dramatis") == ["wire"])
      // The default access log has the combined format.
      try await program.says("\"GET / HTTP/1.1\" 200 ")
      program.send(SIGINT)
      #expect(try await program.status == 0)
    }

    @Test(
      "The access log has the format of --log",
      arguments: [
        ("json", "\"status\":200"), ("combined", "\"GET / HTTP/1.1\" 200 "),
        ("common", "\"GET / HTTP/1.1\" 200 "),
      ])
    func log(format: String, words: String) async throws {
      let cast = try Cast(bundled: ["Apu"])
      let program = try Program(
        ["--show", cast.file, "--state-dir", cast.state, "--port", "0", "--listen", "127.0.0.1", "--offline"]
          + ["--log", format])
      #expect(try await program.get().status == 200)
      try await program.says(words)
    }
  }
}
