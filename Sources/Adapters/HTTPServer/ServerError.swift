/// Why a server did not start.
public enum ServerError: Error, Equatable, CustomStringConvertible {
  /// The address is not a numeric IPv4 or IPv6 address.
  case badAddress(String)
  /// The address or port cannot be listened on; `reason` is the system's own words.
  case cannotListen(address: String, port: UInt16, reason: String)
  /// libmicrohttpd refused to start; it gives no reason.
  case cannotStart

  public var description: String {
    switch self {
    case .badAddress(let text): "not a numeric IPv4 or IPv6 address: \(text)"
    case .cannotListen(let address, let port, let reason):
      "cannot listen on \(address) port \(port): \(reason)"
    case .cannotStart: "libmicrohttpd did not start"
    }
  }
}
