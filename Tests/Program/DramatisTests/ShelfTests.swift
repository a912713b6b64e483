import Foundation
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Several shows in one program")
  struct ShelfTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try write("alpha", ["Apu", "Moe"])
      try write("beta", ["Lisa"])
    }

    /// Writes a show file with these bundled entries.
    private func write(_ show: String, _ entries: [String], name: String? = nil) throws {
      let cast = try Cast(bundled: entries, name: name ?? "The \(show)")
      try folder.write(
        "shows/\(show).json",
        cast.folder.text("cast.json").replacingOccurrences(of: "bundled.json", with: "\(show).answer"))
      try folder.write("shows/\(show).answer", cast.folder.text("bundled.json"))
    }

    private func launch(_ arguments: [String] = ["--shows"]) throws -> Program {
      try Program(
        arguments + [
          "--config-dir", "\(folder.path)/shows", "--state-dir", "\(folder.path)/state", "--port", "0",
          "--listen", "127.0.0.1", "--log", "none", "--offline",
        ], keeping: folder)
    }

    @Test("Each show is below its name; a broken one or a reserved name is logged, and others are served")
    func start() async throws {
      try folder.write("shows/gamma.json", "{")
      try write("metrics", ["Otto"])
      try write("delta", ["Otto"])
      try folder.write("shows/delta.answer", "{")
      let program = try launch()
      #expect(try await program.get().text.contains("The alpha"))
      #expect(try await program.get("/alpha/entries/apu").status == 200)
      #expect(try await program.get("/beta/entries/lisa").status == 200)
      #expect(try await program.get("/beta/entries/apu").status == 404)
      let broken = try await program.get("/gamma/")
      #expect(broken.status == 503 && broken.text.contains("The server’s log has the reason."))
      let page = try await program.get().text
      #expect(page.contains("gamma") && page.contains("The delta") && !page.contains("The metrics"))
      try await program.says("gamma is not served: \(folder.path)/shows/gamma.json:")
      try await program.says(
        "metrics is not served: /metrics is an address of the page of all shows; "
          + "give the show's file another name")
      #expect(
        try await program.get("/healthz").text
          == "ok: 2 shows with 3 entries; not served: delta, gamma, metrics\n")
      #expect(try await program.get("/connect").status == 200)
      let metrics = try await program.get("/metrics").text
      #expect(metrics.contains("dramatis_catalog_entries{show=\"alpha\"} 2\n"))
      #expect(metrics.contains("dramatis_catalog_entries{show=\"beta\"} 1\n"))
      #expect(
        metrics.contains(
          "dramatis_http_requests_total{show=\"alpha\",route=\"entry\",status=\"200\"} 1\n"))
      #expect(metrics.contains("dramatis_http_requests_total{route=\"list\",status=\"200\"} 2\n"))
      #expect(metrics.components(separatedBy: "# TYPE dramatis_catalog_entries ").count == 2)
      #expect(try await program.get("/?q=lis").text.contains("<mark>Lis</mark>a"))
      program.send(SIGTERM)
      #expect(try await program.status == 0)
    }

    @Test(
      "SIGHUP adds, changes and removes shows, and every request is answered")
    func reload() async throws {
      try folder.write("shows/gamma.json", "{")
      let program = try launch()
      let port = try await program.port
      #expect(Page(port, "/delta/").status == 404)

      try write("alpha", ["Apu", "Moe"], name: "Another Name")
      try write("gamma", ["Ned"])
      try write("delta", ["Otto"])
      try folder.remove("shows/beta.json")
      program.send(SIGHUP)
      try await wait(for: "the new show") {
        #expect(Page(port, "/alpha/entries/apu").status == 200)
        #expect(Page(port, "/").status == 200)
        return Page(port, "/delta/entries/otto").status == 200
      }
      try await program.says("beta is no longer served: its file is gone")
      #expect(Page(port, "/alpha/").text.contains("Another Name"))
      #expect(Page(port, "/gamma/entries/ned").status == 200)
      #expect(Page(port, "/beta/").status == 404)

      // A show whose file is now broken is served as before.
      try folder.write("shows/alpha.json", "{")
      program.send(SIGHUP)
      try await program.says("not reloaded: \(folder.path)/shows/alpha.json")
      #expect(Page(port, "/alpha/").text.contains("Another Name"))

      // The state folder of a removed show is unlocked.
      try write("beta", ["Lisa", "Maggie"])
      program.send(SIGHUP)
      try await wait(for: "the show that came back") { Page(port, "/beta/entries/maggie").status == 200 }
    }

    @Test("Favorites of a show at a base path are kept when it moves to a shelf")
    func state() async throws {
      var cookie = ""
      do {
        let alone = try Program(
          [
            "--show", "\(folder.path)/shows/alpha.json", "--state-dir", "\(folder.path)/state/alpha",
            "--base-path", "/alpha", "--port", "0", "--listen", "127.0.0.1", "--log", "none", "--offline",
          ], keeping: folder)
        let visit = Visit(try await alone.port)
        visit.post("/alpha/favorites/apu")
        let answer = Page(rest: visit, after: [])
        #expect(answer.status == 303)
        cookie = String(try #require(answer.header("Set-Cookie")).prefix { $0 != ";" })
        #expect(answer.header("Set-Cookie")?.contains("Path=/alpha/;") == true)
        alone.send(SIGTERM)
        #expect(try await alone.status == 0)
      }
      let files = folder.files.filter { $0.hasPrefix("state/alpha/favorites/") }
      #expect(!files.isEmpty)
      let program = try launch(["--show", "alpha", "--show", "beta"])
      let port = try await program.port
      #expect(Page(port, "/alpha/favorites.json", ["Cookie: \(cookie)"]).text.contains("\"apu\""))
      #expect(!Page(port, "/beta/favorites.json", ["Cookie: \(cookie)"]).text.contains("\"apu\""))
      #expect(Page(port, "/alpha/").text.contains("href=\"/\" aria-label=\"All catalogs\""))
      #expect(Set(files).isSubset(of: folder.files))
    }

    @Test("If no show can be served, the program ends with the reason")
    func nothing() async throws {
      try folder.write("shows/alpha.json", "{")
      let broken = try launch(["--show", "alpha", "--show", "unknown"])
      #expect(try await broken.status == 1)
      #expect(broken.errors.contains("shows/alpha.json:"))
      #expect(broken.errors.contains("cannot read \(folder.path)/shows/unknown.json: no such file"))

      let twice = try launch(["--show", "beta", "--show", "\(folder.path)/shows/beta.json"])
      #expect(try await twice.status == 1)
      #expect(twice.errors.contains("two shows are called \"beta\"; each needs a name of its own"))

      for show in ["alpha", "beta"] { try folder.remove("shows/\(show).json") }
      let empty = try launch()
      #expect(try await empty.status == 1)
      #expect(empty.errors.contains("no shows found in \(folder.path)/shows"))
    }
  }
}
