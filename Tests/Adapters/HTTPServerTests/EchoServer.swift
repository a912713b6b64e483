import HTTPServer

/// A server on a free loopback port that echoes each request.
func echoServer(_ change: (inout ServerConfiguration) -> Void = { _ in }) throws(ServerError) -> Server {
  var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0, threads: 2)
  configuration.headers = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin")]
  change(&configuration)
  return try Server(configuration, handler: echo)
}

/// Method, target and body as received, one line each.
@Sendable func echo(_ request: Request) -> Answer {
  let target = String(decoding: request.target, as: UTF8.self)
  var text = "\(request.method.rawValue)\n\(target)\n\(String(decoding: request.body, as: UTF8.self))"
  if let wanted = request.header("X-Echo") { text += "\n\(wanted)" }
  return .now(Response(status: 200, headers: [("Content-Type", "text/plain")], body: Array(text.utf8)))
}
