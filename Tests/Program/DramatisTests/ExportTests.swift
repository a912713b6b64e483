import Glibc
import TestSupport
import Testing

@testable import dramatis

@Suite("dramatis export")
struct ExportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func export(_ path: String, show: String = "movies") throws -> Program {
    try Program([
      "export", path, "--show", show, "--offline", "--state-dir", "\(folder.path)/state",
    ])
  }

  @Test("The export is in the new folder, with no other file beside it")
  func newFolder() async throws {
    let cast = try Cast(bundled: ["Apu", "Moe"])
    let program = try export("\(folder.path)/copy/", show: cast.file)
    #expect(try await program.status == 0)
    #expect(program.output.hasPrefix("wrote ") && program.output.hasSuffix("/copy//index.html\n"))
    #expect(folder.names == ["copy", "state"])
    #expect(folder.names(in: "copy").contains("ar"))
    #expect(folder.text("copy/en/index.html").contains("href=\"../styles.css\""))
  }

  @Test("A folder that is not empty is refused and not changed")
  func notEmpty() async throws {
    try folder.write("films/mine.txt", "mine")
    let program = try export("\(folder.path)/films")
    #expect(try await program.status == 1)
    #expect(
      program.errors
        == "dramatis: \(folder.path)/films is not an empty folder; export writes into a new or empty one\n")
    #expect(folder.names(in: "films") == ["mine.txt"])
  }

  @Test("A search page is refused")
  func search() async throws {
    let program = try export("\(folder.path)/web", show: "web")
    #expect(try await program.status == 1)
    #expect(program.errors.contains("is a search page without entries to export"))
    #expect(folder.names(in: "web").isEmpty)
  }

  @Test("A cancelled export leaves no files, and an empty folder is replaced")
  func wholeOrNothing() throws {
    let export = try ExportFolder("\(folder.path)/copy")
    #expect(throws: CancellationError.self) {
      try export.fill { write in
        try write("en/a.html", [1])
        throw CancellationError()
      }
    }
    #expect(folder.names.isEmpty)
    mkdir("\(folder.path)/copy", 0o755)
    try ExportFolder("\(folder.path)/copy").fill { write in try write("en/a.html", [1]) }
    #expect(folder.files == ["copy/en/a.html"])
  }
}
