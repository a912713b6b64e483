import Foundation

/// Whether this machine has `::1`; containers may lack it.
public let hasIPv6 = ((try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)) ?? "")
  .split(separator: "\n").contains { $0.hasPrefix("00000000000000000000000000000001 ") }
