/// The interfaces of the default routes, as `/proc/net` lists them.
package struct RoutingTables: Sendable {
  private let ipv4: Set<String>
  private let ipv6: Set<String>

  /// - Parameters:
  ///   - ipv4: `/proc/net/route`: name, destination and so on; the eighth column is the mask.
  ///   - ipv6: `/proc/net/ipv6_route`: destination, its length and so on; the last column is the name.
  package init(ipv4: String, ipv6: String) {
    self.ipv4 = Set(
      Self.rows(ipv4).filter { $0.count > 7 && $0[1] == "00000000" && $0[7] == "00000000" }.map { $0[0] })
    self.ipv6 = Set(
      Self.rows(ipv6).filter { $0.count > 9 && $0[1] == "00" && $0[0].allSatisfy { $0 == "0" } }
        .map { $0[$0.count - 1] }.filter { $0 != "lo" })
  }

  package func leadOutside(_ name: String, ipv6 isIPv6: Bool) -> Bool {
    (isIPv6 ? ipv6 : ipv4).contains(name)
  }

  private static func rows(_ table: String) -> [[String]] {
    table.split(separator: "\n").map { line in
      line.split { $0 == " " || $0 == "\t" }.map(String.init)
    }
  }
}
