import Glibc
import Testing

@Suite("Ending", .timeLimit(.minutes(1)))
struct EndingTests {
  @Test("An answer in flight is finished before the program ends", arguments: [SIGTERM, SIGINT])
  func inFlight(signal: Int32) throws {
    let cast = try Cast()
    // More than both sockets hold, so that it cannot have been sent before it is read.
    let about = String(repeating: "word ", count: 4_000)
    let names = (0..<400).map { "Name\($0)" }
    let file = try cast.folder.write("answer.json", Cast.answer(names, about: about))
    let program = try cast.start(["--offline", "--feed", file])

    let port = try program.port
    let visit = Visit(port, window: 4_096)
    visit.ask("/entries.json?size=500")
    let start = visit.receive(1_000)
    #expect(!start.isEmpty)
    program.send(signal)
    #expect(eventually { !Visit(port).isConnected })
    let page = Page(rest: visit, after: start)
    #expect(page.status == 200)
    #expect(page.header("Content-Length") == "\(page.body.count)")
    #expect(page.body.count > 400 * 20_000)
    #expect(program.status == 0)
    #expect(!program.errors.contains("rror"))
  }

  @Test("A second signal ends it without waiting for anybody")
  func twice() throws {
    let cast = try Cast()
    let about = String(repeating: "word ", count: 4_000)
    let file = try cast.folder.write("answer.json", Cast.answer((0..<400).map { "Name\($0)" }, about: about))
    let program = try cast.start(["--offline", "--feed", file])
    let port = try program.port
    let visit = Visit(port, window: 4_096)
    visit.ask("/entries.json?size=500")
    #expect(!visit.receive(1_000).isEmpty)
    program.send(SIGTERM)
    #expect(eventually { !Visit(port).isConnected })
    program.send(SIGTERM)
    #expect(program.status == 0)
    #expect(Page(rest: visit, after: []).body.count < 400 * 20_000)
  }
}
