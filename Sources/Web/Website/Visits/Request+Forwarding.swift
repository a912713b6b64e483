import HTTPServer
import System

extension Request {
  /// Whether it came through a proxy, on this machine or elsewhere.
  var isForwarded: Bool { Self.proxyHeaders.contains { withHeader($0) { _ in true } ?? false } }

  /// Whether it came straight from this machine or from one in the same networks.
  var isFromInside: Bool { !isForwarded && IPAddress(peer)?.isLocal == true }

  /// Headers that proxies add; some proxies name their client in one of these only.
  private static let proxyHeaders: [StaticString] = [
    "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP",
    "CF-Connecting-IP",
  ]
}
