import FoundationEssentials
import Glibc
import Synchronization
import System

/// The origins under which others reach one server; looked up at each use, since addresses change.
public final class ReachableOrigins: Sendable {
  private let listen: String?
  private let isSecure: Bool
  /// 0 until the server listens.
  private let port = Atomic<UInt16>(0)

  public init(listen: String?, isSecure: Bool) {
    self.listen = listen
    self.isSecure = isSecure
  }

  public func listens(on port: UInt16) { self.port.store(port, ordering: .relaxed) }

  /// Best first; loopback only if there is nothing else.
  public var current: [String] { origins(listen: listen) }

  /// For a server that listens on loopback only, its origins if it listened on every address; else empty.
  public var possible: [String] {
    listen.map { $0.hasPrefix("127.") || $0 == "::1" } == true ? origins(listen: "0.0.0.0") : []
  }

  private func origins(listen: String?) -> [String] {
    let hosts = Addressing.hosts(
      listen: listen, interfaces: NetworkInterfaces.current, name: MachineNames.local)
    return hosts.map { Addressing.origin($0, port: port.load(ordering: .relaxed), isSecure: isSecure) }
  }
}

/// Chooses which of a machine's addresses others should use.
package enum Addressing {
  /// Hosts for a listener, best first: numeric addresses, and the name after the first of them.
  ///
  /// Addresses of devices go before those of tunnels; of the same kind, those on the way to the world outside
  /// before others, and IPv4 before IPv6, since a person can type it. Addresses of containers, of a direct cable, of
  /// loopback and of unplugged interfaces are used only if there is nothing else.
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

/// The names of this machine.
public enum MachineNames {
  /// Every numeric address and name that a browser may use for this machine, in lower case.
  public static var all: Set<String> {
    let searched = FileManager.default.contents(atPath: "/etc/resolv.conf")
    return Set(NetworkInterfaces.current.map(\.address)).union(
      names(of: host, resolver: searched.map { String(decoding: $0, as: UTF8.self) } ?? ""))
  }

  /// Its name with `.local`, if Avahi announces it on the network.
  static var local: String? {
    Avahi.isRunning ? names(of: host, resolver: "").first { $0.hasSuffix(".local") } : nil
  }

  /// The host's name, its first part, and that part with `.local` and the domains of the network.
  ///
  /// - Parameter resolver: as `/etc/resolv.conf` is written; routers hand out their domain there, and then
  ///   answer for `box.lan` or the like.
  package static func names(of host: String, resolver: String) -> Set<String> {
    let name = host.lowercased()
    let first = String(name.prefix { $0 != "." })
    guard !first.isEmpty else { return [] }
    let domains = resolver.split(separator: "\n").flatMap { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      return ["search", "domain"].contains(words.first) ? Array(words.dropFirst()) : []
    }
    let suffixes =
      ["local"]
      + domains.map { domain in
        String(domain.lowercased().drop { $0 == "." }.reversed().drop { $0 == "." }.reversed())
      }
    return Set([name, first] + suffixes.filter { !$0.isEmpty }.map { "\(first).\($0)" })
  }

  private static var host: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
