import Foundation
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Reloading with SIGHUP")
  struct ReloadTests {
    @Test("A changed show file is served; an invalid one changes nothing and is logged")
    func file() async throws {
      let cast = try Cast(bundled: ["Apu"], name: "First Name")
      let program = try cast.start(["--offline"])
      #expect(try await program.get().text.contains("First Name"))

      try cast.write(name: "Second Name")
      #expect(try await program.get().text.contains("First Name"))
      program.send(SIGHUP)
      try await program.says("reloaded \(cast.file)\n")
      #expect(try await program.get().text.contains("Second Name"))
      #expect(try await program.titles() == ["Apu"])

      try cast.write(name: "Third Name", more: ["colour": "red", "shortName": 7])
      program.send(SIGHUP)
      try await program.says("dramatis: not reloaded: \(cast.file):")
      try await program.says(" colour: unknown key")
      try await program.says(" shortName: expected visible text")
      #expect(try await program.get().text.contains("Second Name"))

      program.send(SIGTERM)
      #expect(try await program.status == 0)
    }

    @Test("A new port or base path is reported to need a restart")
    func restart() async throws {
      let cast = try Cast(bundled: ["Apu"], more: ["server": ["port": 1, "basePath": "/a"]])
      let program = try cast.start(["--offline"])
      _ = try await program.port
      try cast.write(name: "A Small Cast", more: ["server": ["port": 2, "basePath": "/b"]])
      program.send(SIGHUP)
      try await program.says("cast.json: the new base path takes effect after a restart")
      // The port is given by a flag, which overrides the file.
      #expect(!program.errors.contains("the new port"))
      #expect(try await program.get("/a/").status == 200)
    }

    @Test("Requests are answered during reloads")
    func underLoad() async throws {
      let cast = try Cast(bundled: ["Apu", "Moe"])
      let program = try cast.start(["--offline"])
      #expect(try await program.get().status == 200)
      let port = try await program.port
      for round in 1...10 {
        program.send(SIGHUP)
        for target in ["/", "/entries/apu", "/entries.json", "/healthz"] {
          #expect(Page(port, target).status == 200)
        }
        try await wait(for: "reload \(round)") {
          program.errors.components(separatedBy: "reloaded ").count > round
        }
      }
    }

    @Test("Changed templates are served; an invalid one changes nothing and is logged")
    func templates() async throws {
      let cast = try Cast(bundled: ["Apu"])
      for folder in ["Templates", "Public"] {
        try copy(folder, to: cast.folder)
      }
      let program = try cast.start(["--offline", "--resources", cast.folder.path])
      #expect(try await program.get("/nothing").status == 404)
      let error = cast.folder.text("Templates/error.mustache")
      try cast.folder.write("Templates/error.mustache", error + "<!-- again -->")
      program.send(SIGHUP)
      try await program.says("reloaded ")
      #expect(try await program.get("/nothing").text.contains("<!-- again -->"))

      try cast.folder.write("Templates/error.mustache", "{{#open}}")
      program.send(SIGHUP)
      try await program.says("not reloaded: error")
      #expect(try await program.get("/nothing").text.contains("<!-- again -->"))
    }

    @Test("Changed locale files are served; an invalid one changes nothing and is logged")
    func locales() async throws {
      let cast = try Cast(bundled: ["Apu"])
      for folder in ["Templates", "Public"] { try copy(folder, to: cast.folder) }
      try FileManager.default.createDirectory(
        atPath: "\(cast.folder.path)/config", withIntermediateDirectories: true)
      try copy("config/locales", to: cast.folder)
      let program = try cast.start(["--offline", "--resources", cast.folder.path])
      #expect(try await program.get("/nothing").text.contains("Page not found"))
      let english = cast.folder.text("config/locales/en.json")
      try cast.folder.write(
        "config/locales/en.json", english.replacingOccurrences(of: "Page not found", with: "Nothing found"))
      program.send(SIGHUP)
      try await program.says("reloaded ")
      #expect(try await program.get("/nothing").text.contains("Nothing found"))

      try cast.folder.write(
        "config/locales/de.json",
        cast.folder.text("config/locales/de.json").replacingOccurrences(of: "\"skip\"", with: "\"skin\""))
      program.send(SIGHUP)
      try await program.says("not reloaded: \(cast.folder.path)/config/locales/de.json: words.skin")
      #expect(try await program.get("/nothing").text.contains("Nothing found"))
      let check = try Program(["check", "\(cast.folder.path)/config/locales/de.json"])
      #expect(try await check.status == 1)
      #expect(check.output.contains("/locales/de.json: words.skip: is missing"))
    }

    @Test("A changed feed is asked at once, unless --feed replaces it")
    func feed() async throws {
      let first = try StubServer { _ in .ok(Cast.answer(["First"])) }
      defer { first.stop() }
      let second = try StubServer { _ in .ok(Cast.answer(["Second"])) }
      defer { second.stop() }

      let cast = try Cast(feed: first.address(), bundled: ["Bundled"])
      let program = try cast.start()
      try await program.serves(["First"])
      try cast.write(feed: second.address(), name: "A Small Cast", more: ["titles": ["strip": "cond"]])
      program.send(SIGHUP)
      // Later answers use the settings of the reloaded file.
      try await program.serves(["Se"])

      let given = try Cast(feed: first.address("/unasked"), bundled: ["Bundled"])
      let other = try given.start(["--feed", first.address("/given")])
      try await other.serves(["First"])
      try given.write(feed: second.address("/unasked"), name: "A Small Cast")
      other.send(SIGHUP)
      try await other.says("reloaded ")
      try await wait(for: "a second request to the feed of --feed") {
        first.requests.count { $0.path == "/given" } == 2
      }
      #expect(!(first.requests + second.requests).contains { $0.path == "/unasked" })
    }

    private func copy(_ folder: String, to copy: TemporaryFolder) throws {
      try FileManager.default.copyItem(
        atPath: "\(Program.resources)/\(folder)", toPath: "\(copy.path)/\(folder)")
    }
  }
}
