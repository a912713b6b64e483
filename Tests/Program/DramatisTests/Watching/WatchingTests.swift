import Foundation
import Glibc
import TestSupport
import Testing

@testable import dramatis

extension ProgramTests {
  @Suite("Health checks and metrics")
  struct WatchingTests {
    @Test("Health is reported, also to healthcheck, without lines in the access log")
    func health() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let program = try Program(
        ["--show", cast.file, "--state-dir", cast.state, "--port", "0", "--listen", "127.0.0.1", "--offline"]
          + ["--base-path", "/cast"])
      let port = try await program.port
      for target in ["/healthz", "/cast/healthz"] {
        let page = Page(port, target)
        #expect(page.status == 200)
        #expect(page.text == "ok: 1 bundled entry\n")
      }
      for (arguments, environment) in [
        (["--port", "\(port)"], ["DRAMATIS_BASE_PATH": "cast/"]), ([], ["DRAMATIS_PORT": "\(port)"]),
        (["--url", "http://localhost:\(port)/healthz"], [:]),
        (["--show", cast.file, "--port=\(port)"], ["DRAMATIS_LISTEN": "0.0.0.0"]),
      ] {
        let check = try await Program.healthcheck(arguments, environment: environment)
        #expect(try await check.status == 0)
        #expect(check.output == "ok: 1 bundled entry\n")
      }
      #expect(Page(port, "/cast/").status == 200)
      try await program.says("\"GET /cast/ HTTP/1.1\" 200 ")
      #expect(!program.errors.contains("healthz"))
      program.send(SIGTERM)
      #expect(try await program.status == 0)
      let unreachable = ListeningPort(isListening: false)
      let gone = try Program(["healthcheck", "--port", "\(unreachable.port)"])
      #expect(try await gone.status == 1)
      #expect(gone.errors.hasPrefix("dramatis: not well: 127.0.0.1 cannot be reached"))
      #expect(gone.errors.filter { $0 == "\n" }.count == 1)
      withExtendedLifetime(unreachable) {}
    }

    @Test("healthcheck fails for a silent server, an error status and a redirect")
    func unwell() async throws {
      for (answer, words) in [
        (StubAnswer.silence, "did not answer"), (.status(500), "status 500"), (.status(301), "status 301"),
      ] {
        let server = try StubServer { _ in answer }
        defer { server.stop() }
        let check = try Program(["healthcheck", "--url", server.address("/healthz")])
        #expect(try await check.status == 1)
        #expect(check.errors.contains(words), "\(check.errors)")
      }
    }

    @Test("Metrics are well formed and count requests and refreshes")
    func metrics() async throws {
      let cast = try Cast(bundled: ["Apu", "Moe"])
      let feed = try StubServer { _ in .ok(Cast.answer(["Apu", "Moe", "Barney"])) }
      defer { feed.stop() }
      let program = try cast.start(["--feed", feed.address()])
      try await program.serves(["Apu", "Barney", "Moe"])
      for target in ["/", "/", "/entries/apu", "/entries/unreachable", "/nothing", "/pictures/apu"] {
        _ = try await program.get(target)
      }
      let answer = try await program.get("/metrics")
      #expect(answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
      let page = try MetricsPage(answer.text)
      func requests(_ route: String, _ status: Int) -> Double? {
        page.value("dramatis_http_requests_total", ["route": route, "status": "\(status)"])
      }
      #expect(requests("list", 200) == 2)
      #expect(requests("entry", 200) == 1)
      #expect(requests("entry", 404) == 1)
      #expect(requests("other", 404) == 1)
      #expect(requests("picture", 200) == 1)
      #expect(page.value("dramatis_http_request_duration_seconds_count", ["route": "list"]) == 2)
      #expect(page.value("dramatis_http_connections") == 1)
      #expect(try #require(page.value("dramatis_http_connections_accepted_total")) >= 8)
      #expect(page.value("dramatis_catalog_entries") == 3)
      #expect(try #require(page.value("dramatis_catalog_age_seconds")) < 600)
      #expect(page.value("dramatis_feed_refreshes_total", ["outcome": "changed"]) == 1)
      #expect(page.value("dramatis_feed_refreshes_total", ["outcome": "failed"]) == 0)
      #expect(page.value("dramatis_picture_cache_files") == 0)
      #expect(page.value("dramatis_favorites_writes_total", ["outcome": "stored"]) == 0)
      #expect(page.value("dramatis_favorites_write_duration_seconds_count") == 0)
      #expect(page.value("dramatis_build_info", ["version": Version.number]) == 1)
    }
  }
}
