import Foundation
import TestSupport
import Testing

extension ProgramTests {
  @Suite(
    "Recorded answers as shows",
    .enabled(if: Recorded.exist, "RECORDED names no folder with recorded answers"))
  struct RecordedShowTests {
    @Test(
      "Every entry of a recorded answer is served",
      arguments: [
        (
          "wire", "the-wire-characters", 63, ["Wee-Bey Brice", "New Day Co-Op", "Omar Little and associates"]
        ),
        ("simpsons", "simpsons-characters", 43, ["Homer Simpson"]),
      ])
    func served(show: String, name: String, count: Int, titles: [String]) async throws {
      let state = try TemporaryFolder()
      let program = try Program([
        "--show", show, "--offline", "--feed", "\(Recorded.folder)/\(name).json", "--port", "0", "--listen",
        "127.0.0.1", "--state-dir", state.path,
      ])
      let served = try await program.titles()
      #expect(served.count == count)
      #expect(Set(served).isSuperset(of: titles))
      #expect(served.allSatisfy { !$0.contains(" (The ") })
      let page = try await program.get()
      for title in titles { #expect(page.text.contains(title)) }
    }
  }
}

private enum Recorded {
  /// A folder with recorded answers of the service, from the variable `RECORDED`.
  static let folder = (ProcessInfo.processInfo.environment["RECORDED"] ?? "") + "/duckduckgo"
  static let exist = FileManager.default.fileExists(atPath: folder)
}
