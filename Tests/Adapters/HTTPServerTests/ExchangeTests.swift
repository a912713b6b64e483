import Testing

@testable import HTTPServer

@Suite("Buffers of a connection between requests")
struct ExchangeTests {
  private func begin(_ exchange: Exchange, target: String) {
    Array(target.utf8).withUnsafeBufferPointer { exchange.begin(target: $0) }
  }

  @Test("The buffer of a usual target is reused; that of a long target or a body is freed")
  func reused() {
    let exchange = Exchange()
    begin(exchange, target: "/entries/bart-simpson")
    exchange.end()
    #expect(exchange.target.capacity > 0)
    begin(exchange, target: "/?q=" + String(repeating: "+", count: 15_000))
    exchange.body = Array(repeating: 0, count: 60_000)
    exchange.end()
    #expect(exchange.target.capacity < 600)
    #expect(exchange.body.capacity == 0)
  }

  @Test("A target that is still referenced is not overwritten")
  func referenced() {
    let exchange = Exchange()
    begin(exchange, target: "/one")
    let target = exchange.target
    exchange.end()
    begin(exchange, target: "/two")
    #expect(target == Array("/one".utf8))
    #expect(exchange.target == Array("/two".utf8))
  }
}
