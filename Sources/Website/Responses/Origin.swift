import HTTPServer

/// The scheme and host under which a visitor reached this server, for the few addresses that must be whole.
struct Origin: Sendable, Hashable {
  /// `http://192.168.1.20:8080`, without a slash at the end.
  let text: String

  /// What the request says; its host was checked to be one of ours.
  init(of request: Request) {
    text = "http://" + (request.header("Host") ?? "localhost")
  }
}
