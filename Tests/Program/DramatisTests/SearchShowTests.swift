import Foundation
import TestSupport
import Testing

extension ProgramTests {
  @Suite("A search page")
  struct SearchShowTests {
    /// The show's file in a temporary folder.
    private struct SearchShow {
      let folder: TemporaryFolder

      init(service: String, results: String = "https://find.example/?q={query}") throws {
        folder = try TemporaryFolder()
        try write(service: service, results: results)
      }

      func write(service: String, results: String) throws {
        let feed: [String: Any] = [
          "kind": "suggestions", "address": service,
          "results": ["address": results, "frame": results.contains("framed")],
        ]
        try folder.write("out.json", showDocument(name: "Out There", feed: feed))
      }

      func start(_ more: [String] = []) throws -> Program {
        try Program(
          [
            "--show", "\(folder.path)/out.json", "--state-dir", "\(folder.path)/state", "--port", "0",
            "--listen", "127.0.0.1", "--log", "none",
          ] + more, keeping: folder)
      }
    }

    private static func service(saying word: String) throws -> StubServer {
      try StubServer { _ in .ok("[\"x\",[\"\(word)\"]]") }
    }

    /// Retries: the program's timeout of two seconds is too short for a machine that pauses.
    private static func waitForSuggestion(_ word: String, from program: Program) async throws {
      try await wait(for: "the suggestion \(word)") {
        try await program.get("/suggest?q=x").text.hasPrefix("[\"x\",[\"\(word)\"]")
      }
    }

    @Test("Suggestions come from the service, a search redirects, and shutdown does not wait")
    func service() async throws {
      let service = try StubServer { request in
        request.path.hasSuffix("slow") ? .silence : .ok("[\"fox\",[\"fox cub\"]]")
      }
      defer { service.stop() }
      let program = try SearchShow(service: service.address("/s?q={query}")).start()
      #expect(try await program.get().text.contains("<h1>Out There</h1>"))
      try await wait(for: "the suggestion") {
        try await program.get("/suggest?q=fox").text
          == #"["fox",["fox cub"],[""],["https://find.example/?q=fox%20cub"]]"#
      }
      #expect(Set(service.requests.map(\.path)) == ["/s?q=fox"])
      #expect(try await program.get("/?q=a+b").status == 303)
      let visit = Visit(try await program.port)
      visit.ask("/suggest?q=slow")
      try await wait(for: "the second request to the service") {
        service.requests.contains { $0.path == "/s?q=slow" }
      }
      program.send(SIGTERM)
      #expect(try await program.status == 0)
    }

    @Test("A reload changes the service and the results")
    func reload() async throws {
      let first = try Self.service(saying: "first")
      defer { first.stop() }
      let second = try Self.service(saying: "second")
      defer { second.stop() }
      let show = try SearchShow(service: first.address("/{query}"))
      let program = try show.start()
      try await Self.waitForSuggestion("first", from: program)
      try show.write(service: second.address("/{query}"), results: "https://framed.example/?q={query}")
      program.send(SIGHUP)
      try await program.says("reloaded ")
      try await Self.waitForSuggestion("second", from: program)
      #expect(try await program.get("/?q=x").text.contains("<iframe src=\"https://framed.example/?q=x\""))
    }
  }
}
