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

/// The names of this machine.
public enum MachineNames {
  /// Every numeric address and name that a browser may use for this machine, in lower case.
  public static var all: Set<String> {
    let searched = FileManager.default.contents(atPath: "/etc/resolv.conf")
    return Set(OwnAddresses.interfaces { _ in true }).union(
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
