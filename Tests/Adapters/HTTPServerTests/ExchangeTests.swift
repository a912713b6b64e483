import Testing

@testable import HTTPServer

@Suite("What a connection keeps from one request to the next")
struct ExchangeTests {
  private func begin(_ exchange: Exchange, target: String) {
    Array(target.utf8).withUnsafeBufferPointer { exchange.begin(target: $0) }
  }

  @Test("Room for a usual target is kept, and none for a long one or a body")
  func room() {
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

  @Test("A target that somebody still holds is not written over")
  func held() {
    let exchange = Exchange()
    begin(exchange, target: "/one")
    let target = exchange.target
    exchange.end()
    begin(exchange, target: "/two")
    #expect(target == Array("/one".utf8))
    #expect(exchange.target == Array("/two".utf8))
  }
}
