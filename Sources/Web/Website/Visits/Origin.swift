/// The scheme and host under which a visitor reached this server, for the few addresses that must be whole.
struct Origin: Sendable, Hashable {
  /// `http://192.168.1.20:8080`, without a slash at the end.
  let text: String
  /// The host without its port; nil for one that cannot be read.
  let host: String?

  init(text: String) {
    self.text = text
    host = HostName.parse(text.drop { $0 != "/" }.drop { $0 == "/" }.utf8)
  }

  /// Whether only this machine reaches the server there.
  var isLoopback: Bool { host.map(HostName.isLoopback) ?? true }

  /// The text of an origin, without the scheme's own port, which proxies often name.
  static func text(host: String, isSecure: Bool) -> String {
    let (scheme, port) = isSecure ? ("https://", ":443") : ("http://", ":80")
    return scheme + (host.hasSuffix(port) ? host.dropLast(port.count) : host[...])
  }
}
