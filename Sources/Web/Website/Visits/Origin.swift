import HTTPServer

/// The scheme and host under which a visitor reached this server, for the few addresses that must be whole.
struct Origin: Sendable, Hashable {
  /// `http://192.168.1.20:8080`, without a slash at the end.
  let text: String
  /// Whether only this machine itself finds the server there.
  let isLoopback: Bool

  init(text: String) {
    self.text = text
    let host = text.drop { $0 != "/" }.drop { $0 == "/" }
    isLoopback = HostName.parse(Array(host.utf8)).map(HostName.isLoopback) ?? true
  }

  /// The origin of a request whose host was checked to be one of ours. The scheme's own port, which proxies
  /// often name, is left out.
  init(of request: Request) {
    self.init(text: Self.text(of: request))
  }

  /// The same as text alone, which costs less.
  static func text(of request: Request) -> String {
    text(host: request.host ?? "localhost", isSecure: request.isSecure)
  }

  static func text(host: String, isSecure: Bool) -> String {
    let (scheme, port) = isSecure ? ("https://", ":443") : ("http://", ":80")
    return scheme + (host.hasSuffix(port) ? host.dropLast(port.count) : host[...])
  }
}
