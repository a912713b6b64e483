import System
import Text

/// The host of a `Host` header (RFC 9110, section 7.2), without its port.
enum HostName {
  /// The host in lower case, without port, final dot, brackets and zone; nil for anything else.
  static func parse(_ header: some BidirectionalCollection<UInt8>) -> String? {
    guard header.count <= 300 else { return nil }
    if header.first == UInt8(ascii: "[") { return bracketed(Array(header)) }
    let colon = header.firstIndex(of: UInt8(ascii: ":")) ?? header.endIndex
    guard isPort(header[colon...].dropFirst()) else { return nil }
    var name = header[..<colon]
    if name.last == UInt8(ascii: ".") { name = name.dropLast() }
    guard !name.isEmpty, name.allSatisfy({ PercentCoding.isUnreserved($0) && $0 != 0x7E }) else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  /// Host as it came, brackets included, without its port; nil for what is not a host and port.
  static func withoutPort(_ header: String) -> String? {
    guard let name = parse(Array(header.utf8)) else { return nil }
    return name.contains(":") ? "[\(name)]" : name
  }

  /// Names that stand for the machine on which they are used (RFC 6761, section 6.3).
  static func isLocalhost(_ name: String) -> Bool {
    name == "localhost" || name.hasSuffix(".localhost")
  }

  /// Whether a parsed host is a loopback name or address.
  static func isLoopback(_ name: String) -> Bool {
    if isLocalhost(name) { return true }
    guard let address = IPAddress(name) else { return false }
    return loopback.contains { $0.contains(address) }
  }

  /// Loopback addresses, and the unspecified ones, which some systems route to the machine itself.
  private static let loopback = ["127.0.0.0/8", "::1", "0.0.0.0", "::"].compactMap { AddressRange($0) }

  private static func bracketed(_ header: [UInt8]) -> String? {
    guard let end = header.firstIndex(of: UInt8(ascii: "]")), end > 1 else { return nil }
    let rest = header[(end + 1)...]
    guard rest.isEmpty || (rest.first == UInt8(ascii: ":") && isPort(rest.dropFirst())) else { return nil }
    let name = String(decoding: header[1..<end], as: UTF8.self)
    // The zone means something only on the machine that wrote it.
    guard name.contains(":"), let address = IPAddress(name) else { return nil }
    return "\(address)"
  }

  private static func isPort(_ text: some Collection<UInt8>) -> Bool {
    text.count <= 5 && text.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
