package import System

/// The addresses that the next connection of a fetch may go to.
package struct Reach: Sendable, Equatable {
  /// The addresses of this machine and its networks that are allowed beside public ones.
  private enum Inside: Sendable, Equatable {
    case none
    /// None, because a redirect led to another host than the one that gave it.
    case noOtherHost(than: String)
    /// All but link-local ones: of an address that the rules let a source name, or of a host that a redirect may lead to.
    case routed, ofOwnHost
    case all
  }

  private let inside: Inside

  /// That of the first request.
  package init(_ addresses: FetchRules.PrivateAddresses) {
    inside =
      switch addresses {
      case .refused: .none
      case .allowed: .routed
      case .onlyFirstHop: .all
      }
  }

  private init(_ inside: Inside) {
    self.inside = inside
  }

  /// That of the request after a redirect.
  /// - Parameters:
  ///   - wasPublic: whether a public address was connected to so far: the open internet may not lead inside.
  ///   - hosts: the hosts that a private one may redirect to.
  package func redirected(
    from origin: WebAddress, to target: WebAddress, wasPublic: Bool, hosts: Set<String>
  ) -> Reach {
    switch inside {
    case .none, .routed: self
    case .noOtherHost, .ofOwnHost, .all:
      if wasPublic {
        Reach(.none)
      } else if target.isAt(origin) || hosts.allow(host: target.host) {
        Reach(.ofOwnHost)
      } else {
        Reach(.noOtherHost(than: origin.host))
      }
    }
  }

  /// Why a host may not be connected to at an address; nil if it may.
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

  /// Names of services that hand out credentials of this machine; refused at any address.
  package static func isMetadataService(_ host: String) -> Bool {
    metadataServices.contains(host.hasSuffix(".") ? String(host.dropLast()) : host)
  }

  private static let metadataServices: Set<String> = [
    "metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal",
    "metadata.azure.internal", "metadata.tencentyun.com", "metadata.platformequinix.com",
  ]
}

extension WebAddress {
  fileprivate func isAt(_ other: WebAddress) -> Bool { host == other.host && port == other.port }
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
