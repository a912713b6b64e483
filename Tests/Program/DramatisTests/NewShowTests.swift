import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("dramatis new")
  struct NewShowTests {
    @Test("--feed with a file replaces the feed, and the new show starts from it")
    func fromFile() async throws {
      let folder = try TemporaryFolder()
      let file = try folder.write("answer.json", Cast.answer(["Kirk (Star Trek)", "Spock (Star Trek)"]))
      let program = try Program([
        "new", "trek", "--feed-address", "http://127.0.0.1:9/", "--feed", file, "--config-dir", folder.path,
      ])
      #expect(try await program.status == 0, "\(program.errors)")
      let show = try Program([
        "--show", "\(folder.path)/trek.json", "--offline", "--port", "0", "--listen", "127.0.0.1",
        "--state-dir", "\(folder.path)/state",
      ])
      #expect(try await show.titles() == ["Kirk", "Spock"])
    }

    @Test(
      "A file written by root is readable for services under any umask",
      .enabled(if: geteuid() == 0, "only root"))
    func mask() throws {
      let folder = try TemporaryFolder()
      let answer = try folder.write("answer.json", Cast.answer(["Kirk"]))
      let script = "umask 077; exec \"$0\" \"$@\""
      let new = try Tool(
        "sh",
        [
          "-c", script, Program.path, "new", "trek", "--feed-address", "http://127.0.0.1:9/", "--feed",
          answer,
          "--config-dir", folder.path, "--offline",
        ])
      #expect(new.status == 0, "\(new.output)")
      var status = stat()
      #expect(stat("\(folder.path)/trek.json", &status) == 0 && status.st_mode & 0o777 == 0o644)
    }
  }
}
