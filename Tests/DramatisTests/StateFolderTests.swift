import Glibc
import Testing

@testable import dramatis

extension ProgramTests {
  @Suite("The state folder")
  struct StateFolderTests {
    @Test("Is held by one process; another is told which, and where it lies")
    func held() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let first = try cast.start(["--offline"])
      _ = try await first.port
      let second = try cast.start(["--offline"])
      #expect(try await second.status == 1)
      #expect(
        second.errors
          == "dramatis: the state folder \(cast.state) is in use by process \(first.number); "
          + "name another with --state-dir\n")
      #expect(try await first.get().status == 200)
    }

    @Test("Stays held where somebody takes its file for a leftover")
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

    @Test("Where it cannot be made, the show is served all the same, and that is told once")
    func unwritable() async throws {
      let cast = try Cast(bundled: ["Apu"])
      try cast.folder.write("state", "a file in its place")
      let program = try cast.start(["--offline"])
      #expect(try await program.titles() == ["Apu"])
      try await program.says("warning dramatis: the state folder \(cast.state) cannot be written (")
      #expect(cast.folder.text("state") == "a file in its place")
    }

    @Test("A clock that is set is noticed")
    func clock() {
      #expect(SteadyClock().isSteady)
      #expect(SteadyClock(offset: SteadyClock.offset - 7_200).isSteady == false)
    }
  }
}
