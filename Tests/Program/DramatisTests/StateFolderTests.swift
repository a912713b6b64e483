import Glibc
import Testing

extension ProgramTests {
  @Suite("The state folder")
  struct StateFolderTests {
    @Test("A state folder is locked by one process, and another reports its id")
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

    @Test("A state folder stays locked after its lock file is deleted")
    func noFile() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let first = try cast.start(["--offline"])
      _ = try await first.port
      #expect(unlink("\(cast.state)/lock") == 0)
      let second = try cast.start(["--offline"])
      #expect(try await second.status == 1)
      #expect(second.errors.contains("the state folder \(cast.state) is in use by another process; "))
    }

    @Test("A state folder is unlocked when its process is killed")
    func free() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let first = try cast.start(["--offline"])
      _ = try await first.port
      first.send(SIGKILL)
      #expect(try await first.status == nil)
      let second = try cast.start(["--offline"])
      #expect(try await second.get().status == 200)
    }

    @Test("If the state folder cannot be created, the show is served with a warning")
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
