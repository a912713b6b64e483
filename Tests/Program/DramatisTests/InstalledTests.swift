import Foundation
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Installation", .enabled(if: Tool.has("make"), "make is not installed"))
  struct InstalledTests {
    private func make(_ target: String, _ variables: [String: String]) throws -> Tool {
      try Tool("make", [target, "PROGRAM=\(Program.path)"] + variables.map { "\($0)=\($1)" })
    }

    /// All files below a folder, by relative path.
    private func files(_ folder: TemporaryFolder) -> [String] {
      let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      return all.filter {
        (try? FileManager.default.attributesOfItem(atPath: "\(folder.path)/\($0)")[.type]
          as? FileAttributeType)
          == .typeRegular
      }.sorted()
    }

    @Test("An installed program serves its shows, and uninstalling removes every file")
    func installed() async throws {
      let folder = try TemporaryFolder()
      let place = ["PREFIX": "/usr", "DESTDIR": folder.path]
      let install = try make("install", place)
      #expect(install.status == 0, "\(install.output)")
      for file in [
        "etc/dramatis/simpsons.json", "usr/share/dramatis/config/bundled/simpsons.json",
        "usr/share/dramatis/config/show.schema.json", "usr/share/man/man1/dramatis.1",
        "usr/lib/systemd/system/dramatis.service", "usr/lib/systemd/system/dramatis@.service",
        "usr/lib/sysusers.d/dramatis.conf",
        "usr/lib/tmpfiles.d/dramatis.conf", "usr/share/bash-completion/completions/dramatis",
        "usr/share/zsh/vendor-completions/_dramatis",
      ] {
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(file)"), "\(file)")
      }
      let state = try TemporaryFolder()
      do {
        let program = try Program(
          [
            "--show", "simpsons", "--offline", "--port", "0", "--listen", "127.0.0.1",
            "--state-dir", state.path,
          ], folder: state.path, path: "\(folder.path)/usr/bin/dramatis")
        let list = try await program.get().text
        #expect(list.contains("href=\"/entries/"), "\(program.errors)")
        let script = try #require(list.firstMatch(of: /\/static\/[^" ]*\.js/))
        #expect(try await program.get(String(script.output)).status == 200)
      }
      let uninstall = try make("uninstall", place)
      #expect(uninstall.status == 0, "\(uninstall.output)")
      #expect(files(folder).isEmpty)
    }

    @Test("A changed show file is neither overwritten nor removed")
    func changed() throws {
      let folder = try TemporaryFolder()
      let place = ["PREFIX": "/usr/local", "DESTDIR": folder.path]
      try folder.write("usr/local/etc/dramatis/wire.json", "mine")
      try folder.write("usr/local/etc/dramatis/trek.json", "mine too")
      let install = try make("install", place)
      #expect(install.output.contains("wire.json has local changes: kept"))
      _ = try make("uninstall", place)
      #expect(files(folder) == ["usr/local/etc/dramatis/trek.json", "usr/local/etc/dramatis/wire.json"])
      #expect(folder.text("usr/local/etc/dramatis/wire.json") == "mine")
    }

    @Test(
      "The systemd unit has the paths of the installation and is valid",
      .enabled(if: Tool.has("systemd-analyze"), "systemd-analyze is not installed"))
    func unit() throws {
      let folder = try TemporaryFolder()
      let install = try make("install", ["PREFIX": "\(folder.path)/local"])
      #expect(install.status == 0, "\(install.output)")
      let units = "\(folder.path)/local/lib/systemd/system"
      let unit = folder.text("local/lib/systemd/system/dramatis@.service")
      #expect(unit.contains("ExecStart=\"\(folder.path)/local/bin/dramatis\" --show %i\n"))
      #expect(unit.contains("EnvironmentFile=-\(folder.path)/local/etc/dramatis/%i.env\n"))
      let check = try Tool(
        "systemd-analyze",
        [
          "verify", "--man=no", "\(units)/dramatis.service", "\(units)/dramatis@wire.service",
          "\(units)/dramatis@wire.socket",
        ])
      #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
    }
  }
}
