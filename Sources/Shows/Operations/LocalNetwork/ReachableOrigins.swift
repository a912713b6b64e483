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
    let hosts =
      switch listen {
      case nil, "::": Self.hosts(OwnAddresses(), hasIPv6: true)
      case "0.0.0.0": Self.hosts(OwnAddresses(), hasIPv6: false)
      case .some(let address): [address]
      }
    return hosts.map { Self.origin($0, port: port.load(ordering: .relaxed), isSecure: isSecure) }
  }

  /// The addresses for other devices, and the name under which the machine answers on its network after the first.
  package static func hosts(_ own: OwnAddresses, hasIPv6: Bool) -> [String] {
    var hosts = own.best.filter { hasIPv6 || !$0.contains(":") }
    guard !hosts.isEmpty else { return ["127.0.0.1"] }
    if let name = own.name { hosts.insert(name, at: 1) }
    return hosts
  }

  /// A host as it stands in an address, with its port unless the scheme has that anyway.
  package static func origin(_ host: String, port: UInt16, isSecure: Bool) -> String {
    let shown = host.contains(":") ? "[\(host)]" : host
    let isUsual = port == (isSecure ? 443 : 80)
    return "\(isSecure ? "https" : "http")://\(shown)\(isUsual ? "" : ":\(port)")"
  }
}

/// The name of this machine.
package enum MachineNames {
  /// Its name with `.local`, if Avahi announces it on the network.
  static var local: String? { Avahi.isRunning ? local(host) : nil }

  /// The first part of a host's name with `.local`; nil for none.
  package static func local(_ host: String) -> String? {
    let first = host.lowercased().prefix { $0 != "." }
    return first.isEmpty ? nil : "\(first).local"
  }

  private static var host: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
