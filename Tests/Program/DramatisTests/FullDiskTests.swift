import Foundation
import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Full and read-only disks")
  struct FullDiskTests {
    @Test(
      "On a full disk only writes fail, and they succeed once there is space",
      .enabled(if: SmallDisk.mayMount, "only root may mount a small disk"))
    func full() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let disk = try #require(SmallDisk(at: cast.state))
      disk.fill()
      let feed = try StubServer { _ in .ok(Cast.answer(["Apu", "Moe"])) }
      defer { feed.stop() }
      let program = try cast.start(["--feed", feed.address()])
      let port = try await program.port
      try await program.serves(["Apu", "Moe"])
      try await program.says("no snapshot kept: ")
      func mark() -> Page {
        let visit = Visit(port)
        visit.post("/favorites/apu")
        return Page(rest: visit, after: [])
      }
      #expect(mark().status == 507)
      try await program.says("no space is left")
      #expect(Page(port, "/").status == 200)
      disk.makeRoom()
      #expect(mark().status == 303)
      #expect(Page(port, "/metrics").text.contains("dramatis_favorites_writes_total{outcome=\"failed\"} 1\n"))
      program.send(SIGTERM)
      #expect(try await program.status == 0)
    }

    @Test(
      "On a read-only disk only writes fail, at the first start too",
      .enabled(if: SmallDisk.mayMount, "only root may mount a small disk"), arguments: [false, true])
    func readOnly(hasRun: Bool) async throws {
      let cast = try Cast(bundled: ["Apu"])
      let disk = try #require(SmallDisk(at: cast.state))
      if hasRun {
        let program = try cast.start(["--offline"])
        let visit = Visit(try await program.port)
        visit.post("/favorites/apu")
        #expect(Page(rest: visit, after: []).status == 303)
        program.send(SIGTERM)
        #expect(try await program.status == 0)
      }
      #expect(disk.freeze())
      let program = try cast.start(["--offline"])
      let visit = Visit(try await program.port)
      visit.post("/favorites/apu")
      let page = Page(rest: visit, after: [])
      #expect(page.status == 507)
      #expect(page.text.contains("disk is read-only"))
      try await program.says("it is read-only, or a permission is missing")
      #expect(try await program.get().status == 200)
      try await wait(for: "the fault") {
        try await program.get("/healthz").text.hasPrefix("degraded: the state folder \(cast.state) ")
      }
    }
  }
}
