import Foundation
import Synchronization
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Fallback feeds")
  struct AlternativeTests {
    /// A show whose feed may be down, with a list as its fallback.
    private func cast(_ feed: String, _ list: String) throws -> Cast {
      let other: [String: Any] = [
        "kind": "records", "address": list, "contact": "somebody@example.org",
        "entry": ["id": "code", "title": "name"],
      ]
      return try Cast(more: [
        "feed": ["kind": "duckduckgo", "address": feed, "else": [other]] as [String: Any]
      ])
    }

    /// The ids of the listed entries by their titles.
    private func ids(_ program: Program) async throws -> [String: String] {
      Dictionary(
        try await program.entries().compactMap { entry in
          (entry["title"] as? String).flatMap { title in (entry["id"] as? String).map { (title, $0) } }
        }
      ) { first, _ in first }
    }

    @Test("Ids and the source survive a change of feeds and restarts")
    func change() async throws {
      let isDown = Mutex(false)
      let first = try StubServer { _ in
        isDown.withLock { $0 } ? .status(503) : .ok(Cast.answer(["Apu", "Moe"]))
      }
      let second = try StubServer { _ in
        .ok(#"[{"code": "x-17", "name": "APU"}, {"code": "x-18", "name": "Zed"}]"#)
      }
      defer {
        first.stop()
        second.stop()
      }
      let cast = try cast(first.address(), second.address())
      do {
        let program = try cast.start()
        #expect(try await ids(program) == ["Apu": "apu", "Moe": "moe"])
        #expect(try await program.get("/metrics").text.contains("\ndramatis_feed_source 0\n"))
        #expect(second.requests.isEmpty)
      }
      isDown.withLock { $0 = true }
      do {
        let program = try cast.start()
        try await program.serves(["APU", "Zed"])
        #expect(try await ids(program) == ["APU": "apu", "Zed": "x-18"])
        try await program.says("feed.else.0: 2 entries, from the alternative 127.0.0.1")
        try await program.says("feed: 127.0.0.1 answered with status 503; asking again in")
        #expect(try await program.get("/metrics").text.contains("\ndramatis_feed_source 1\n"))
        #expect(second.requests.allSatisfy { $0.head.contains(" (somebody@example.org)\r\n") })
      }
      do {
        let program = try cast.start(["--offline"])
        #expect(try await ids(program) == ["APU": "apu", "Zed": "x-18"])
      }
      isDown.withLock { $0 = false }
      let program = try cast.start()
      try await program.serves(["Apu", "Moe"])
      #expect(try await ids(program) == ["Apu": "apu", "Moe": "moe"])
    }

    @Test("An address in --feed has no fallback feeds")
    func flag() async throws {
      let second = try StubServer { _ in .ok(#"[{"code": "x-17", "name": "APU"}]"#) }
      defer { second.stop() }
      let program = try cast("http://127.0.0.1:9/", second.address()).start(["--feed", "http://127.0.0.1:9/"])
      #expect(try await program.status == 1)
      #expect(second.requests.isEmpty)
    }
  }

  @Suite("Interrupted commands")
  struct InterruptionTests {
    private func isAsked(_ server: StubServer) async throws {
      try await wait(for: "a request") { !server.requests.isEmpty }
    }

    @Test("SIGINT ends a command that waits for a feed, and leaves no files", arguments: ["new", "open"])
    func commands(name: String) async throws {
      let server = try StubServer { _ in .silence }
      defer { server.stop() }
      let folder = try TemporaryFolder()
      let more =
        name == "new"
        ? ["trek", "--feed-address", server.address(), "--config-dir", "\(folder.path)/config"]
        : [server.address(), "--port", "0", "--listen", "127.0.0.1"]
      let program = try Program(
        [name] + more, environment: ["XDG_STATE_HOME": "\(folder.path)/state"], keeping: folder)
      try await isAsked(server)
      program.send(SIGINT)
      #expect(try await program.status == 130)
      #expect(folder.files.isEmpty)
      #expect(program.errors.isEmpty)
    }

    @Test(
      "A feed and its fallbacks redirect only to private hosts in redirectHosts",
      arguments: [false, true])
    func redirectHosts(isElse: Bool) async throws {
      let other = try StubServer(host: "127.0.0.3") { _ in .ok(Cast.answer(["Moe"])) }
      let first = try StubServer { [address = other.address()] _ in .redirect(to: address) }
      defer { [first, other].forEach { $0.stop() } }
      for hosts in [[], ["127.0.0.3"]] {
        let asked: [String: Any] = [
          "kind": "duckduckgo", "address": first.address(), "redirectHosts": hosts,
        ]
        let feed: [String: Any] =
          isElse
          ? [
            "kind": "duckduckgo", "address": "http://127.0.0.1:9/", "redirectHosts": ["127.0.0.3"],
            "else": [asked],
          ]
          : asked
        let cast = try Cast(bundled: ["Apu"], more: ["feed": feed])
        let program = try cast.start()
        if hosts.isEmpty {
          try await program.says(
            "redirects to 127.0.0.3, another private host; name that in feed.redirectHosts")
          #expect(other.requests.isEmpty)
        } else {
          try await program.serves(["Moe"])
        }
      }
    }
  }
}
