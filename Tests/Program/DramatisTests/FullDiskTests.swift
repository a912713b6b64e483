import Foundation
import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Full and read-only disks")
  struct FullDiskTests {
    /// A small tmpfs, unmounted with its last reference.
    private final class SmallDisk {
      let path: String

      /// Nil if this process may not mount it.
      init?(at path: String) {
        self.path = path
        guard mkdir(path, 0o700) == 0, mount("tmpfs", path, "tmpfs", 0, "size=64k") == 0 else { return nil }
      }

      deinit { umount2(path, Int32(MNT_DETACH)) }

      /// Fills the disk to the last byte.
      func fill() {
        let descriptor = open("\(path)/filling", O_WRONLY | O_CREAT, 0o600)
        let bytes = [UInt8](repeating: 1, count: 4_096)
        while write(descriptor, bytes, bytes.count) > 0 {}
        close(descriptor)
      }

      /// Remounts the disk read-only; no file may be open for writing.
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
      "On a full disk only writes fail, and they succeed once there is space",
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
      "On a read-only disk only writes fail, at the first start too",
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
