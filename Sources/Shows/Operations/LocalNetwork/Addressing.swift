import System

/// Chooses which of a machine's addresses others should use.
package enum Addressing {
  /// Hosts for a listener, best first: numeric addresses, and the name after the first of them.
  ///
  /// Addresses of devices go before those of tunnels; of the same kind, those on the way to the world outside
  /// before others, and IPv4 before IPv6, since a person can type it. What only containers, one cable or this
  /// machine itself reach, or nobody as long as no cable is in, stands in only if there is nothing else.
  /// - Parameters:
  ///   - listen: the address that the server listens on; nil for every address.
  ///   - name: under which the machine answers on its network.
  package static func hosts(listen: String?, interfaces: [NetworkInterface], name: String? = nil) -> [String]
  {
    let usable: [NetworkInterface]
    switch listen {
    case nil, "::": usable = interfaces
    case "0.0.0.0": usable = interfaces.filter { !$0.isIPv6 }
    case .some(let address): return [address]
    }
    var addresses: [String] = []
    for interface in chosen(usable) where !addresses.contains(interface.address) {
      addresses.append(interface.address)
    }
    if addresses.isEmpty { addresses = ["127.0.0.1"] }
    if let name, usable.contains(where: { $0.reach < .inside }) { addresses.insert(name, at: 1) }
    return addresses
  }

  /// A host as it stands in an address, with its port unless the scheme has that anyway.
  package static func origin(_ host: String, port: UInt16, isSecure: Bool) -> String {
    let shown = host.contains(":") ? "[\(host)]" : host
    let isUsual = port == (isSecure ? 443 : 80)
    return "\(isSecure ? "https" : "http")://\(shown)\(isUsual ? "" : ":\(port)")"
  }

  private static func chosen(_ interfaces: [NetworkInterface]) -> [NetworkInterface] {
    let best = interfaces.filter { $0.reach <= .tunnel }
    if !best.isEmpty { return sorted(lasting(best)) }
    // Nothing else is there: one kind of the rest, the most useful; a zone cannot be part of an address.
    let rest = interfaces.filter { !($0.isIPv6 && $0.reach == .linkLocal) }
    let kind = rest.map(\.reach).min()
    return sorted(rest.filter { $0.reach == kind })
  }

  /// Without temporary addresses, if their interface has another address of the same kind.
  private static func lasting(_ interfaces: [NetworkInterface]) -> [NetworkInterface] {
    interfaces.filter { one in
      !one.isPassing
        || !interfaces.contains { !$0.isPassing && $0.name == one.name && $0.isIPv6 == one.isIPv6 }
    }
  }

  private static func sorted(_ interfaces: [NetworkInterface]) -> [NetworkInterface] {
    func key(_ interface: NetworkInterface) -> (Int, Int, Int) {
      (interface.reach.rawValue, interface.isDefault ? 0 : 1, interface.isIPv6 ? 1 : 0)
    }
    // Among equals the order of the kernel stays.
    return interfaces.enumerated().sorted {
      key($0.element) == key($1.element) ? $0.offset < $1.offset : key($0.element) < key($1.element)
    }
    .map(\.element)
  }
}
