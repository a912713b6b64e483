import HTTPServer
import Testing

@Suite("Requests")
struct RequestTests {
  let request = Request(
    method: .post, target: "/a?b=%20", headers: [("Accept-Encoding", "gzip"), ("accept-encoding", "br")],
    body: [1, 2], peer: "192.168.1.9")

  @Test("A request has its method, target, body and peer")
  func holds() {
    #expect(request.method == .post)
    #expect(request.target == Array("/a?b=%20".utf8))
    #expect(request.body == [1, 2])
    #expect(request.peer == "192.168.1.9")
  }

  @Test("Header names ignore case; the first of several headers counts, or all as a list")
  func header() {
    #expect(request.header("accept-ENCODING") == "gzip")
    #expect(request.header("Accept") == nil)
    #expect(request.withHeader("Accept-Encoding") { $0.count } == 4)
    #expect(request.list("Accept-Encoding") == "gzip, br")
    #expect(request.list("If-None-Match") == nil)
  }
}
