import Foundation

/// Whether this machine answers to `::1`, as containers do not always.
public let hasIPv6 = ((try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)) ?? "")
  .split(separator: "\n").contains { $0.hasPrefix("00000000000000000000000000000001 ") }
