import Foundation
import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite(
    "Several replicas of a show", .enabled(if: DatabaseServer.isInstalled, DatabaseServer.isMissing))
  struct ReplicaTests {
    /// A replica of the show with its own state folder and the shared database.
    private func replica(
      _ database: String, feed: String, bundled: [String]? = nil, _ arguments: [String] = []
    ) throws -> (cast: Cast, program: Program) {
      let cast = try Cast(feed: feed, bundled: bundled, more: ["favorites": ["store": "postgresql"]])
      try cast.folder.write("database", database)
      // The database has the machine's clock, so its replicas have it too.
      let program = try cast.start(
        ["--database-file", "\(cast.folder.path)/database"] + arguments, environment: ["CLOCK_AHEAD": "0"])
      return (cast, program)
    }

    @Test(
      "Replicas start without data, send one request to the feed, and have equal ETags",
      .enabled(if: isThorough))
    func etags() async throws {
      let server = try DatabaseServer()
      let feed = try StubServer { _ in .ok(Cast.answer(["Apu", "Moe", "Barney", "Ned"])) }
      defer { feed.stop() }
      let (one, other) = (
        try replica(server.address(), feed: feed.address()),
        try replica(server.address(), feed: feed.address())
      )
      for replica in [one, other] {
        try await replica.program.serves(["Apu", "Barney", "Moe", "Ned"])
        #expect(try await replica.program.get("/healthz").text.hasPrefix("ok: 4 entries as of "))
        #expect(try await replica.program.get("/livez").text == "alive\n")
      }
      // A replica that failed to read the edition may have asked the feed itself.
      let isDisturbed = [one, other].contains { $0.program.errors.contains("shared edition: ") }
      #expect(feed.requests.count == 1 || isDisturbed)
      for target in ["/", "/?view=grid", "/?q=mo", "/entries/apu", "/entries.json?size=2", "/suggest?q=a"] {
        let tags = [try await one.program.get(target), try await other.program.get(target)].map {
          $0.header("ETag")
        }
        #expect(tags[0] != nil)
        #expect(tags[0] == tags[1], "\(target)")
      }
      // The leading replica sees the row at its next poll.
      try await wait(for: "the age of the edition in both, and one leading replica") {
        let metrics = [try await one.program.get("/metrics"), try await other.program.get("/metrics")]
        return metrics.allSatisfy { $0.text.contains("dramatis_edition_age_seconds ") }
          && metrics.count { $0.text.contains("dramatis_edition_leading 1\n") } == 1
      }
    }

    @Test("Without a catalog a replica is alive but not ready; without the database it is degraded")
    func ready() async throws {
      let unreachable = ListeningPort(isListening: false)
      let database = "host=/nonexistent"
      let empty = try replica(database, feed: "http://127.0.0.1:\(unreachable.port)/")
      let health = try await empty.program.get("/healthz")
      #expect(health.status == 503)
      #expect(health.text.hasPrefix("loading: waiting for the feed"))
      #expect(try await empty.program.get("/livez").status == 200)
      let port = try await empty.program.port
      let check = try await Program.healthcheck(["--port", "\(port)"])
      #expect(try await check.status == 1)
      #expect(check.errors.contains("loading: waiting for the feed"))
      let alive = try await Program.healthcheck(["--alive", "--port", "\(port)"])
      #expect(try await alive.status == 0)
      #expect(alive.output == "alive\n")

      let bundled = try replica(database, feed: "http://127.0.0.1:\(unreachable.port)/", bundled: ["Apu"])
      try await bundled.program.serves(["Apu"])
      let degraded = try await bundled.program.get("/healthz")
      #expect(degraded.status == 200)
      #expect(degraded.text.hasPrefix("degraded: the database of favorites does not answer; "))
      withExtendedLifetime(unreachable) {}
    }
  }
}
