import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Shutdown")
  struct EndingTests {
    /// A picture larger than the socket buffers of both sides.
    private static let picture =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + [UInt8](repeating: 0, count: 5_000_000)

    /// A program, and a client that has read only the start of an answer.
    private func startReading() async throws -> (program: Program, visit: Visit, start: [UInt8]) {
      let host = try StubServer { _ in .ok(Self.picture) }
      defer { host.stop() }
      let cast = try Cast(
        more: ["pictures": ["hosts": ["127.0.0.1"], "privateAddresses": true] as [String: Any]])
      let file = try cast.folder.write("answer.json", Cast.answer(["Apu"]) { _ in host.address("/apu") })
      let program = try cast.start(["--feed", file])
      try await wait(for: "the picture itself") {
        try await program.get("/pictures/apu").body.count > 1_000_000
      }
      let visit = Visit(try await program.port, window: 4_096)
      visit.ask("/pictures/apu")
      let start = visit.receive(1_000)
      #expect(!start.isEmpty)
      return (program, visit, start)
    }

    @Test("An answer in flight is finished before the program ends")
    func inFlight() async throws {
      let (program, visit, start) = try await startReading()
      let port = try await program.port
      // In one call, because the client has four seconds from the signal to read.
      func finished() throws -> Page {
        program.send(SIGTERM)
        try wait(for: "the end of listening") { !Visit(port).isConnected }
        return Page(rest: visit, after: start)
      }
      let page = try finished()
      #expect(page.status == 200)
      let isWhole = page.body == Self.picture
      #expect(isWhole)
      #expect(try await program.status == 0)
    }

    @Test("A second signal ends the program at once")
    func twice() async throws {
      let (program, visit, start) = try await startReading()
      let port = try await program.port
      func interrupt() throws {
        program.send(SIGTERM)
        try wait(for: "the end of listening") { !Visit(port).isConnected }
        program.send(SIGTERM)
      }
      try interrupt()
      #expect(try await program.status == 0)
      #expect(Page(rest: visit, after: start).body.count < Self.picture.count)
    }
  }
}
