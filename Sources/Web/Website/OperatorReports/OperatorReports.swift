import HTTPServer
public import System

/// What those who run a show are told of it, and who may ask.
public struct OperatorReports: Sendable {
  public typealias Status = (entries: Int, provenance: Provenance)
  /// Whether visitors may be sent here, and a few words on one line.
  public typealias Health = (isReady: Bool, words: String)

  private let scrapers: [AddressRange]
  let health: @Sendable (Status) -> Health
  let metrics: @Sendable (Status) -> (mediaType: String, body: [UInt8])

  /// - Parameters:
  ///   - scrapers: networks besides the loopback that may read the metrics.
  ///   - health: called while the answer is made.
  ///   - metrics: what a scrape gets.
  public init(
    scrapers: [AddressRange], health: @escaping @Sendable (Status) -> Health,
    metrics: @escaping @Sendable (Status) -> (mediaType: String, body: [UInt8])
  ) {
    self.scrapers = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) } + scrapers
    self.health = health
    self.metrics = metrics
  }

  /// Whoever comes through a proxy may come from anywhere, though the proxy is on this machine.
  func isScraper(_ request: Request) -> Bool {
    guard !request.isForwarded, let address = IPAddress(request.peer) else { return false }
    return scrapers.contains { $0.contains(address) }
  }
}
