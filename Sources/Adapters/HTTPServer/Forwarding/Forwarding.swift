import System
import Text

/// The statements of trusted proxies about a request: its sender, and the address that it was sent to.
///
/// Each proxy adds its own statement at the right end. So the visitor is the right-most address that does not
/// belong to a trusted proxy: all further left is hearsay, and so is everything left of a malformed part.
struct Forwarding: Equatable {
  /// Nil if nothing believable is said.
  var client: IPAddress?
  var isSecure: Bool?
  /// The host, with a port if there is one.
  var host: String?

  /// - Parameter header: the values of all headers of a name, in their order.
  init(_ header: (StaticString) -> [String], trusted: [AddressRange]) {
    let clients = Self.items(header("x-forwarded-for"))
    let schemes = Self.items(header("x-forwarded-proto"))
    let hosts = Self.items(header("x-forwarded-host"))
    let position = Self.position(in: clients, trusted)
    client = position.flatMap { Self.address(clients[$0]) }
    switch Self.item(schemes, beside: position, of: clients.count)?.lowercased() {
    case "https": isSecure = true
    case "http": isSecure = false
    default: break
    }
    host = Self.item(hosts, beside: position, of: clients.count).flatMap { Self.isHost($0) ? $0 : nil }
    guard let port = Self.item(Self.items(header("x-forwarded-port")), beside: position, of: clients.count),
      let number = port.number(in: 1...65_535), ![80, 443].contains(number)
    else { return }
    // Some proxies pass the host on without the port that the visitor asked for.
    let named = host ?? header("host").first.flatMap { Self.isHost($0) ? $0 : nil }
    if let named, !Self.hasPort(named) { host = "\(named):\(number)" }
  }

  private static func hasPort(_ host: String) -> Bool {
    host.hasPrefix("[") ? !host.hasSuffix("]") : host.contains(":")
  }

  /// The right-most address that is not trusted; else the left-most of those that can be read.
  private static func position(in clients: [String], _ trusted: [AddressRange]) -> Int? {
    var position: Int?
    for index in clients.indices.reversed() {
      guard let address = address(clients[index]) else { break }
      position = index
      if !trusted.contains(where: { $0.contains(address) }) { break }
    }
    return position
  }

  /// Lists of the same length were written hand in hand; of others the nearest proxy's word counts.
  private static func item(_ items: [String], beside position: Int?, of count: Int) -> String? {
    if let position, items.count == count { return items[position] }
    return items.last
  }

  private static func items(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }.map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// An address, perhaps with a port.
  private static func address(_ text: String) -> IPAddress? {
    guard !text.contains("%") else { return nil }
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]"), text[text.index(after: end)...].isPortOrEmpty else {
        return nil
      }
      return IPAddress(text[text.index(after: text.startIndex)..<end])
    }
    if text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1, let colon = text.firstIndex(of: ":"),
      text[colon...].isPortOrEmpty
    {
      return IPAddress(text[..<colon])
    }
    return IPAddress(text)
  }

  private static func isHost(_ text: String) -> Bool {
    (1...300).contains(text.utf8.count)
      && text.utf8.allSatisfy { PercentCoding.isUnreserved($0) && $0 != 0x7E || ":[]".utf8.contains($0) }
  }
}

extension Substring {
  fileprivate var isPortOrEmpty: Bool {
    isEmpty
      || (first == ":" && (2...6).contains(utf8.count)
        && utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) })
  }
}
