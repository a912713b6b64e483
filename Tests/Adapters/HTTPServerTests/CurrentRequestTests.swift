import Testing

@testable import HTTPServer

@Suite("Buffers of a connection between requests")
struct CurrentRequestTests {
  private func begin(_ current: CurrentRequest, target: String) {
    Array(target.utf8).withUnsafeBufferPointer { current.begin(target: $0) }
  }

  @Test("The buffer of a usual target is reused; that of a long target or a body is freed")
  func reused() {
    let current = CurrentRequest()
    begin(current, target: "/entries/bart-simpson")
    current.end()
    #expect(current.target.capacity > 0)
    begin(current, target: "/?q=" + String(repeating: "+", count: 15_000))
    current.body = Array(repeating: 0, count: 60_000)
    current.end()
    #expect(current.target.capacity < 600)
    #expect(current.body.capacity == 0)
  }

  @Test("A target that is still referenced is not overwritten")
  func referenced() {
    let current = CurrentRequest()
    begin(current, target: "/one")
    let target = current.target
    current.end()
    begin(current, target: "/two")
    #expect(target == Array("/one".utf8))
    #expect(current.target == Array("/two".utf8))
  }
}
