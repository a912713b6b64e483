import Glibc

/// The addresses under which others reach this machine.
enum Addressing {
  /// URLs to print for a listener, those that others can use first; loopback only where there is none.
  /// - Parameter interfaces: numeric addresses of this machine's interfaces.
  static func urls(
    listen: String?, port: UInt16, path: String, interfaces: [String] = addresses()
  ) -> [String] {
    let hosts =
      switch listen {
      case nil, "::": reachable(interfaces)
      case "0.0.0.0": reachable(interfaces.filter { !$0.contains(":") })
      case .some(let address): [address]
      }
    return hosts.map { "http://\($0.contains(":") ? "[\($0)]" : $0):\(port)\(path)" }
  }

  /// Every numeric address and name of this machine, in lower case; its name with `.local` as well.
  static var names: Set<String> {
    var names = Set(addresses())
    var buffer = [CChar](repeating: 0, count: 256)
    if gethostname(&buffer, buffer.count - 1) == 0 {
      let name = text(buffer).lowercased()
      names.formUnion([name, "\(name.prefix { $0 != "." }).local", String(name.prefix { $0 != "." })])
    }
    return names.filter { !$0.isEmpty }
  }

  /// Those that others can use, else the loopback; IPv4 first. Link-local ones are left out, since no
  /// browser takes them without a zone.
  private static func reachable(_ interfaces: [String]) -> [String] {
    let usable = interfaces.filter { !$0.hasPrefix("169.254.") && !$0.hasPrefix("fe80") }
    let sorted = usable.filter { !$0.contains(":") } + usable.filter { $0.contains(":") }
    let others = sorted.filter { !$0.hasPrefix("127.") && $0 != "::1" }
    if !others.isEmpty { return others }
    return sorted.isEmpty ? ["127.0.0.1"] : sorted
  }

  /// Numeric addresses of the interfaces that are up.
  static func addresses() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var all: [String] = []
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      guard let address = interface.ifa_addr, interface.ifa_flags & UInt32(IFF_UP) != 0,
        let name = name(address)
      else { continue }
      all.append(name)
    }
    return all
  }

  private static func name(_ address: UnsafePointer<sockaddr>) -> String? {
    let length: socklen_t
    switch Int32(address.pointee.sa_family) {
    case AF_INET: length = socklen_t(MemoryLayout<sockaddr_in>.size)
    case AF_INET6: length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    default: return nil
    }
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = getnameinfo(
      address, length, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
    // A link-local address comes with its zone, which is no part of a host.
    return status == 0 ? String(text(buffer).prefix { $0 != "%" }) : nil
  }

  private static func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
