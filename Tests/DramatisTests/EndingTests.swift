import Glibc
import Testing

extension ProgramTests {
  @Suite("Ending")
  struct EndingTests {
    private static let entries = 400
    private static let about = String(repeating: "word ", count: 2_000)

    /// A program, and somebody who has read only the start of an answer that no socket holds whole.
    private func startReading() async throws -> (program: Program, visit: Visit, start: [UInt8]) {
      let cast = try Cast()
      let names = (0..<Self.entries).map { "Name\($0)" }
      let file = try cast.folder.write("answer.json", Cast.answer(names, about: Self.about))
      let program = try cast.start(["--offline", "--feed", file])
      let visit = Visit(try await program.port, window: 4_096)
      visit.ask("/entries.json?size=500")
      let start = visit.receive(1_000)
      #expect(!start.isEmpty)
      return (program, visit, start)
    }

    @Test("An answer in flight is finished before the program ends")
    func inFlight() async throws {
      let (program, visit, start) = try await startReading()
      program.send(SIGTERM)
      #expect(try await eventually { !Visit(try await program.port).isConnected })
      let page = Page(rest: visit, after: start)
      #expect(page.status == 200)
      #expect(page.header("Content-Length") == "\(page.body.count)")
      #expect(page.body.count > Self.entries * Self.about.utf8.count)
      #expect(await program.status == 0)
    }

    @Test("A second signal ends it without waiting for anybody")
    func twice() async throws {
      let (program, visit, start) = try await startReading()
      program.send(SIGTERM)
      #expect(try await eventually { !Visit(try await program.port).isConnected })
      program.send(SIGTERM)
      #expect(await program.status == 0)
      #expect(Page(rest: visit, after: start).body.count < Self.entries * Self.about.utf8.count)
    }
  }
}
