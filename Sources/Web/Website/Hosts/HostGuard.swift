import HTTPServer
import Synchronization
import System
import Text

/// Accepts only requests that cannot come from DNS rebinding, by which a foreign page binds its own name to an address of
/// this network: they name an address, a name that nobody can register, or a configured one.
///
/// Any port is accepted: a proxy or a container may map another one to ours, and a foreign page gains nothing by it.
final class HostGuard: Sendable {
  private let configured: Mutex<Set<String>>

  init(configured: Set<String>) {
    self.configured = Mutex(Self.plain(configured))
  }

  /// Takes other configured names from the next request on.
  func configure(_ names: Set<String>) {
    configured.withLock { $0 = Self.plain(names) }
  }

  /// Whether the request may be answered. One without a host, as HTTP/1.0 allows it, may.
  func accepts(_ request: Request) -> Bool {
    guard let parsed = request.withHost({ HostName.parse($0) }) else { return true }
    guard let name = parsed else { return false }
    return Self.isOfNobody(name) || configured.withLock { $0.contains(name) }
  }

  /// Whether no public name server answers for a host: an address, a name without a dot, or one of a local network.
  private static func isOfNobody(_ name: String) -> Bool {
    !name.utf8.contains(UInt8(ascii: ".")) || IPAddress(name) != nil
      || localEndings.contains { name.hasSuffix($0) }
  }

  /// RFC 6761, 6762 and 8375, ICANN's `internal`, and what routers use. `fritz.box` can be registered: who owns it is
  /// trusted, since many routers in Germany give their devices such names.
  private static let localEndings = [
    ".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box",
  ]

  /// As requests are compared with them: a port, a final dot or brackets make no difference.
  private static func plain(_ names: Set<String>) -> Set<String> {
    Set(names.map { HostName.parse($0.utf8) ?? IPAddress($0)?.description ?? $0 })
  }
}

/// The origins under which others reach this server, best first; looked up at most every few seconds.
final class OriginLookUp: Sendable {
  private static let pause = Duration.seconds(5)

  /// Guards what was found last, and when.
  private let known = Mutex<(origins: [Origin], time: ContinuousClock.Instant)?>(nil)
  private let lookUp: @Sendable () -> [String]

  /// - Parameter lookUp: returns origins without a slash at the end.
  init(_ lookUp: @escaping @Sendable () -> [String]) {
    self.lookUp = lookUp
  }

  var all: [Origin] {
    known.withLock { known in
      if let known, ContinuousClock.now - known.time < Self.pause { return known.origins }
      let origins = lookUp().map(Origin.init(text:)).filter { !$0.isLoopback }
      known = (origins, .now)
      return origins
    }
  }

  /// The origin for another device: the visitor's own, which is right through a proxy too, unless loopback.
  func best(for visitor: Origin) -> Origin? {
    visitor.isLoopback ? all.first : visitor
  }
}

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
