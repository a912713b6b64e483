import Glibc

/// The addresses under which others reach this machine.
enum Addressing {
  /// URLs to print for a listener, those that others can use first; loopback only where there is none.
  static func urls(listen: String?, port: UInt16, path: String) -> [String] {
    let hosts = listen.map { [$0] } ?? interfaces()
    let reachable = hosts.filter { !isLocal($0) }
    return (reachable.isEmpty || listen != nil ? hosts : reachable).map { host in
      "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(path)"
    }
  }

  private static func isLocal(_ host: String) -> Bool { host.hasPrefix("127.") || host == "::1" }

  /// Numeric addresses of the interfaces that are up, IPv4 first; link-local ones are left out, since
  /// no browser takes them without a zone.
  private static func interfaces() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return ["127.0.0.1"] }
    defer { freeifaddrs(first) }
    var four: [String] = []
    var six: [String] = []
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      guard let address = interface.ifa_addr, interface.ifa_flags & UInt32(IFF_UP) != 0 else { continue }
      switch Int32(address.pointee.sa_family) {
      case AF_INET: name(address, socklen_t(MemoryLayout<sockaddr_in>.size)).map { four.append($0) }
      case AF_INET6: name(address, socklen_t(MemoryLayout<sockaddr_in6>.size)).map { six.append($0) }
      default: continue
      }
    }
    let all = four.filter { !$0.hasPrefix("169.254.") } + six.filter { !$0.hasPrefix("fe80") }
    return all.isEmpty ? ["127.0.0.1"] : all
  }

  private static func name(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard getnameinfo(address, length, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0 else {
      return nil
    }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
