/// The header `Forwarded` (RFC 7239): what each proxy says, in their order.
enum ForwardedHeader {
  /// Nil if any of it is malformed: half of it would be worse than nothing.
  static func hops(_ values: [String]) -> [Forwarding.Hop]? {
    var hops: [Forwarding.Hop] = []
    for value in values {
      var rest = value.utf8[...]
      repeat {
        guard let hop = hop(&rest) else { return nil }
        hops.append(hop)
      } while skip(",", &rest)
      guard rest.isEmpty else { return nil }
    }
    return hops
  }

  private static func hop(_ rest: inout Substring.UTF8View) -> Forwarding.Hop? {
    var hop = Forwarding.Hop()
    var seen: Set<String> = []
    repeat {
      skipBlanks(&rest)
      guard let name = token(&rest)?.lowercased(), seen.insert(name).inserted, rest.popFirst() == 0x3D,
        let value = rest.first == 0x22 ? quoted(&rest) : token(&rest)
      else { return nil }
      switch name {
      case "for": hop.client = value
      case "proto": hop.scheme = value
      case "host": hop.host = value
      default: break
      }
    } while skip(";", &rest)
    return hop
  }

  private static func token(_ rest: inout Substring.UTF8View) -> String? {
    let bytes = rest.prefix(while: isTokenByte)
    rest = rest.dropFirst(bytes.count)
    return bytes.isEmpty ? nil : String(bytes)
  }

  private static func quoted(_ rest: inout Substring.UTF8View) -> String? {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while var byte = rest.popFirst() {
      if byte == 0x22 { return String(decoding: bytes, as: UTF8.self) }
      if byte == 0x5C {
        guard let next = rest.popFirst() else { return nil }
        byte = next
      }
      bytes.append(byte)
    }
    return nil
  }

  /// Whether that character comes next; blanks before it are skipped.
  private static func skip(_ character: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
    skipBlanks(&rest)
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func skipBlanks(_ rest: inout Substring.UTF8View) {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
  }
}
