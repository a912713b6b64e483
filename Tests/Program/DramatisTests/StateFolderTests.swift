import Glibc
import Testing

extension ProgramTests {
  @Suite("The state folder")
  struct StateFolderTests {
    @Test("Is locked by one process; another reports which one and where")
    func held() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let first = try cast.start(["--offline"])
      _ = try await first.port
      let second = try cast.start(["--offline"])
      #expect(try await second.status == 1)
      #expect(
        second.errors
          == "dramatis: the state folder \(cast.state) is in use by process \(first.number); "
          + "choose another with --state-dir\n")
      #expect(try await first.get().status == 200)
    }

    @Test("Stays locked after somebody has deleted its file as a leftover")
    func noFile() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let first = try cast.start(["--offline"])
      _ = try await first.port
      #expect(unlink("\(cast.state)/lock") == 0)
      let second = try cast.start(["--offline"])
      #expect(try await second.status == 1)
      #expect(second.errors.contains("the state folder \(cast.state) is in use by another process; "))
    }

    @Test("Is free as soon as its process is gone, however that ended")
    func free() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let first = try cast.start(["--offline"])
      _ = try await first.port
      first.send(SIGKILL)
      #expect(try await first.status == nil)
      let second = try cast.start(["--offline"])
      #expect(try await second.get().status == 200)
    }

    @Test("If it cannot be created, the show is served all the same, with one warning")
    func unwritable() async throws {
      let cast = try Cast(bundled: ["Apu"])
      try cast.folder.write("state", "a file in its place")
      let program = try cast.start(["--offline"])
      #expect(try await program.titles() == ["Apu"])
      try await program.says("warning dramatis: cannot write to the state folder \(cast.state) (")
      #expect(cast.folder.text("state") == "a file in its place")
    }
  }
}
