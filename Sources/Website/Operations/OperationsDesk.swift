public import HTTPServer
public import IPAddresses

/// Answers those who run the show: whether it is well, and how it goes. Of the visitors' pages it knows nothing.
public struct OperationsDesk: Sendable {
  private let addresses: Addresses
  private let scrapers: [AddressRange]
  private let isOurs: @Sendable (Request) -> Bool
  private let health: @Sendable () -> String
  private let metrics: @Sendable () -> (mediaType: String, body: [UInt8])

  /// - Parameters:
  ///   - scrapers: networks besides the loopback that may read the metrics.
  ///   - isOurs: whether the host that a request names is this machine.
  ///   - health: a few words on one line; called while the answer is made.
  ///   - metrics: what a scrape gets.
  public init(
    addresses: Addresses, scrapers: [AddressRange], isOurs: @escaping @Sendable (Request) -> Bool,
    health: @escaping @Sendable () -> String,
    metrics: @escaping @Sendable () -> (mediaType: String, body: [UInt8])
  ) {
    self.addresses = addresses
    self.scrapers = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) } + scrapers
    self.isOurs = isOurs
    self.health = health
    self.metrics = metrics
  }

  /// Nil for what visitors ask for. Under a foreign name nothing is told: a page of another site, in a browser
  /// of the house, could read it (DNS rebinding).
  ///
  /// The answers are made by the workers, so that none comes where these are stuck.
  public func answer(_ request: Request) -> Answer? {
    guard let operation = addresses.operation(of: request.target) else { return nil }
    guard isOurs(request) else { return .now(Self.text(421, "This machine has no such name.")) }
    guard request.method != .post else {
      return .now(Self.text(405, "Only GET and HEAD are answered here.", [("Allow", "GET, HEAD")]))
    }
    switch operation {
    case .health:
      return .later { [health] in Self.text(200, health()) }
    case .metrics:
      guard maySee(request) else {
        return .now(Self.text(403, "Metrics are for this machine and the networks of --metrics-from."))
      }
      return .later { [metrics] in
        let (mediaType, body) = metrics()
        return Response(
          status: 200, headers: [("Content-Type", mediaType), ("Cache-Control", "no-store")], body: body)
      }
    }
  }

  /// Whoever comes through a proxy may come from anywhere, though the proxy is on this machine.
  private func maySee(_ request: Request) -> Bool {
    let isForwarded = Self.proxyHeaders.contains { request.withHeader($0) { _ in true } ?? false }
    guard !isForwarded, let address = IPAddress(request.peer) else { return false }
    return scrapers.contains { $0.contains(address) }
  }

  /// What proxies add; some say for whom they ask in one of these only.
  private static let proxyHeaders: [StaticString] = [
    "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP",
    "CF-Connecting-IP",
  ]

  private static func text(_ status: Int, _ line: String, _ more: [(String, String)] = []) -> Response {
    Response(
      status: status,
      headers: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")] + more,
      body: Array("\(line)\n".utf8))
  }
}
