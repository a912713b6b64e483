package import System

/// The addresses that the next connection of a fetch may go to.
package struct Reach: Sendable, Equatable {
  /// The private addresses that are allowed beside public ones.
  private enum Inside: Sendable, Equatable {
    case none
    /// None, because of a redirect from a private host to another host.
    case noOtherHost(than: String)
    /// All but link-local ones: by the rules, or for the target of an allowed redirect.
    case routed, ofOwnHost
    case all
  }

  private let inside: Inside

  /// The reach of the first request.
  package init(_ addresses: FetchRules.PrivateAddresses) {
    inside =
      switch addresses {
      case .refused: .none
      case .allowed: .routed
      case .onlyFirstHop: .all
      }
  }

  private init(_ inside: Inside) { self.inside = inside }

  /// The reach of the request after a redirect.
  /// - Parameter wasPublic: whether a public address was connected to before: it may not lead to a private one.
  package func redirected(
    from origin: WebAddress, to target: WebAddress, wasPublic: Bool
  ) -> Reach {
    switch inside {
    case .none, .routed: return self
    case .noOtherHost, .ofOwnHost, .all:
      if wasPublic { return Reach(.none) }
      let isOwn = target.host == origin.host && target.port == origin.port
      return Reach(isOwn ? .ofOwnHost : .noOtherHost(than: origin.host))
    }
  }

  /// The reason why an address of a host may not be connected to; nil if it may.
  package func refusal(
    of address: IPAddress, host: String, isPublic: (IPAddress) -> Bool = \.isPublic
  ) -> FetchError? {
    if address.isMetadataService { return .forbiddenAddress(host: host) }
    if isPublic(address) { return nil }
    switch inside {
    case .none: return .privateAddress(host: host)
    case .noOtherHost(let origin): return .privateRedirect(host: origin, target: host)
    case .routed, .ofOwnHost: return address.isLinkLocal ? .forbiddenAddress(host: host) : nil
    case .all: return nil
    }
  }

  /// Whether a name belongs to a service that hands out credentials of this machine, which is always refused.
  package static func isMetadataService(_ host: String) -> Bool {
    metadataServices.contains(host.hasSuffix(".") ? String(host.dropLast()) : host)
  }

  private static let metadataServices: Set<String> = [
    "metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal",
    "metadata.azure.internal", "metadata.tencentyun.com", "metadata.platformequinix.com",
  ]
}

extension Set<String> {
  /// Whether a host is among these: `example.org` means that host alone, `*.example.org` every host below it.
  func allow(host: String) -> Bool {
    if contains(host) { return true }
    return host.utf8.indices.contains { index in
      host.utf8[index] == UInt8(ascii: ".") && contains("*" + host[index...])
    }
  }
}
