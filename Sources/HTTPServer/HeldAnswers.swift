import IPAddresses

/// The bytes of large answers while they are taken; those that several take count once.
struct HeldAnswers {
  private struct Hold {
    var takers = 1
    let network: IPAddress?
    let count: Int
  }

  enum Excess { case ofNetwork, ofAll }

  private var holds: [ObjectIdentifier: Hold] = [:]
  private(set) var total = 0
  /// Bytes by the network that took them first.
  private var counts: [IPAddress?: Int] = [:]

  /// What would be exceeded by some more bytes for a network. Whoever holds nothing gets one answer of any size.
  func excess(of bytes: ResponseBytes, for network: IPAddress?, _ limits: ConnectionLimits) -> Excess? {
    guard holds[ObjectIdentifier(bytes)] == nil else { return nil }
    let own = counts[network] ?? 0
    if own > 0, own + bytes.buffer.count > limits.heldPerNetwork { return .ofNetwork }
    return total > 0 && total + bytes.buffer.count > limits.held ? .ofAll : nil
  }

  mutating func hold(_ bytes: ResponseBytes, for connection: Connection) {
    connection.held = bytes
    if holds[ObjectIdentifier(bytes)] != nil {
      holds[ObjectIdentifier(bytes)]?.takers += 1
      return
    }
    let count = bytes.buffer.count
    holds[ObjectIdentifier(bytes)] = Hold(network: connection.network, count: count)
    counts[connection.network, default: 0] += count
    total += count
  }

  mutating func release(_ connection: Connection) {
    guard let bytes = connection.held, var hold = holds[ObjectIdentifier(bytes)] else { return }
    connection.held = nil
    hold.takers -= 1
    holds[ObjectIdentifier(bytes)] = hold.takers > 0 ? hold : nil
    guard hold.takers == 0 else { return }
    let left = (counts[hold.network] ?? 0) - hold.count
    counts[hold.network] = left > 0 ? left : nil
    total -= hold.count
  }
}
