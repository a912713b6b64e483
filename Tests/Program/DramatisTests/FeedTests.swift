import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Sources of a show's data")
  struct FeedTests {
    @Test("--feed with a file replaces the feed, and no request is sent")
    func file() async throws {
      let outside = try StubServer { _ in .ok(Cast.answer(["Outside"])) }
      defer { outside.stop() }
      let cast = try Cast(feed: outside.address(), bundled: ["Bundled"])
      let file = try cast.folder.write("answer.json", Cast.answer(["Moe", "apu", "Łukasz"]))
      for more in [["--offline"], []] {
        let program = try cast.start(["--feed", file] + more)
        #expect(try await program.titles() == ["apu", "Łukasz", "Moe"])
        #expect(try await program.get("/entries/moe").text.contains("somebody"))
      }
      #expect(outside.requests.isEmpty)
      #expect(!cast.folder.names(in: "state").contains { $0.hasSuffix(".snapshot") })
    }

    @Test("--feed with an address replaces the feed, and the next start uses its snapshot")
    func address() async throws {
      let answer = Cast.answer(["Apu", "Moe"])
      let outside = try StubServer { _ in .ok(answer) }
      let cast = try Cast(bundled: ["Bundled"])
      do {
        let program = try cast.start(["--feed", outside.address("/cast")])
        try await program.serves(["Apu", "Moe"])
        try await program.says("feed: 2 entries")
        #expect(cast.folder.text("state/duckduckgo.snapshot") == "dramatis-snapshot 2\n\(answer)")
        program.send(SIGTERM)
        #expect(try await program.status == 0)
      }
      #expect(outside.requests.map(\.path) == ["/cast"])
      outside.stop()

      let program = try cast.start(["--feed", outside.address("/cast")])
      #expect(try await program.titles() == ["Apu", "Moe"])
      try await program.says("asking again in")
      #expect(try await program.titles() == ["Apu", "Moe"])
      #expect(cast.folder.text("state/duckduckgo.snapshot") == "dramatis-snapshot 2\n\(answer)")
    }

    @Test(
      "A failing feed changes nothing and is retried",
      arguments: [
        StubAnswer.status(500), .ok("<html>no feed</html>", type: "text/html"),
        .ok("{\"RelatedTopics\": []}"),
        .bytes(Array("nonsense".utf8)), .redirect(to: "ftp://127.0.0.1/"),
      ])
    func failing(answer: StubAnswer) async throws {
      let outside = try StubServer { _ in answer }
      defer { outside.stop() }
      let cast = try Cast(feed: outside.address(), bundled: ["Bundled"])
      let program = try cast.start()
      try await program.says("asking again in")
      #expect(try await program.titles() == ["Bundled"])
      #expect(cast.folder.names(in: "state").allSatisfy { !$0.contains("snapshot") })
    }

    @Test("A show with neither snapshot nor bundled data waits for its feed")
    func awaited() async throws {
      let outside = try StubServer { _ in .ok(Cast.answer(["Apu"])) }
      defer { outside.stop() }
      let program = try Cast(feed: outside.address()).start()
      #expect(try await program.titles() == ["Apu"])
      #expect(outside.requests.count == 1)
    }

    @Test("Without data, a failing feed ends the start with one line and status 1")
    func noData() async throws {
      let outside = try StubServer { _ in .status(404) }
      defer { outside.stop() }
      let failing = try Cast(feed: outside.address()).start()
      #expect(try await failing.status == 1)
      #expect(failing.output.isEmpty)
      #expect(failing.errors == "dramatis: 127.0.0.1 answered with status 404\n")

      let offline = try Cast(feed: outside.address()).start(["--offline"])
      #expect(try await offline.status == 1)
      #expect(
        offline.errors
          == "dramatis: no snapshot and no bundled data to start from; --offline forbids asking the feed\n"
      )
      #expect(outside.requests.count == 1)
    }

    @Test(
      "A signal ends a program that waits for a silent feed",
      arguments: [SIGINT, SIGTERM], [nil, ["Bundled"]])
    func interrupted(signal: Int32, bundled: [String]?) async throws {
      let outside = try StubServer { _ in .silence }
      defer { outside.stop() }
      let program = try Cast(feed: outside.address(), bundled: bundled).start()
      try await wait(for: "the first request to the feed") { !outside.requests.isEmpty }
      // It listens after half a second at most.
      _ = try await program.port
      program.send(signal)
      #expect(try await program.status == 0)
      // A timeout would be in the log.
      #expect(!program.errors.contains("did not answer"), "\(program.errors)")
    }
  }
}
