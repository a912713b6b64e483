import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Where a show's data comes from")
  struct FeedTests {
    @Test("A file stands in for the feed, and nothing outside is asked")
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

    @Test("An address stands in for the feed; its answer is the snapshot that the next start has at once")
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
      "A feed that fails changes nothing and is asked again later",
      arguments: [
        StubAnswer.status(500), .ok("<html>no feed</html>", type: "text/html"),
        .ok("{\"RelatedTopics\": []}"),
        .bytes(Array("nonsense".utf8)), .redirect(to: "ftp://127.0.0.1/"),
      ])
    func down(answer: StubAnswer) async throws {
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

    @Test("With neither, and a feed that gives nothing, it ends with one sentence and status 1")
    func nothing() async throws {
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
      "A feed that does not answer holds up no end, whether the start waits for it or not",
      arguments: [SIGINT, SIGTERM], [nil, ["Bundled"]])
    func interrupted(signal: Int32, bundled: [String]?) async throws {
      let outside = try StubServer { _ in .silence }
      defer { outside.stop() }
      let program = try Cast(feed: outside.address(), bundled: bundled).start()
      try await wait(for: "the first request to the feed") { !outside.requests.isEmpty }
      // Until it listens, it is starting.
      if bundled != nil { _ = try await program.port }
      program.send(signal)
      // As a shell says it of what was interrupted; what serves already ends in good order.
      #expect(try await program.status == (signal == SIGINT && bundled == nil ? 130 : 0))
      // Whoever waits for the feed until its time is over says so.
      #expect(!program.errors.contains("did not answer"), "\(program.errors)")
    }
  }
}
