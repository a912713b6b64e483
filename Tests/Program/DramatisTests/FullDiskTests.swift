import Foundation
import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("A full disk")
  struct FullDiskTests {
    /// A small disk of its own in memory, gone with its last reference.
    private final class SmallDisk {
      let path: String

      /// Nil where this process may not mount one.
      init?(at path: String) {
        self.path = path
        guard mkdir(path, 0o700) == 0, mount("tmpfs", path, "tmpfs", 0, "size=64k") == 0 else { return nil }
      }

      deinit { umount2(path, Int32(MNT_DETACH)) }

      /// Leaves no room for a single byte.
      func fill() {
        let descriptor = open("\(path)/filling", O_WRONLY | O_CREAT, 0o600)
        let bytes = [UInt8](repeating: 1, count: 4_096)
        while write(descriptor, bytes, bytes.count) > 0 {}
        close(descriptor)
      }

      /// Takes no changes from now on; nothing may be open for writing there.
      func freeze() -> Bool {
        mount(nil, path, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
      }

      func makeRoom() { unlink("\(path)/filling") }
    }

    private static var mayMount: Bool {
      guard let folder = try? TemporaryFolder() else { return false }
      return SmallDisk(at: "\(folder.path)/disk") != nil
    }

    @Test(
      "Costs what cannot be kept, and nothing else; with room again all is kept",
      .enabled(if: mayMount, "only root may mount a small disk"))
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
      "A read-only one costs the same, whether the show has run there before or not",
      .enabled(if: mayMount, "only root may mount a small disk"), arguments: [false, true])
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
      #expect(try await program.get("/healthz").text.hasPrefix("ok"))
    }
  }
}
