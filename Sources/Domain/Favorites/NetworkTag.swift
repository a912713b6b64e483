public import System

/// Sixteen bits of a keyed hash that stand for the network of a list, so that networks share the room without an
/// address being kept: ten of its site, which is an IPv6 /48 or the network itself, and six of the network.
public struct NetworkTag: Hashable, Sendable {
  public let bits: UInt16

  public init(bits: UInt16) { self.bits = bits }

  public init(of address: IPAddress, key: VisitorKey) {
    func hash(_ network: IPAddress) -> UInt16 {
      var text = "network \(network)"
      return text.withUTF8 { UInt16(key.signing.signature(of: $0).prefix(4), radix: 16) } ?? 0
    }
    bits = hash(address.site) & ~0x3F | hash(address.network) & 0x3F
  }

  /// The bits that all networks of a site share.
  public var site: UInt16 { bits >> 6 }
}
