/// The bytes of large answers while they are taken; those that several take count once. Guarded by the registry's lock.
struct HeldAnswers {
  /// An answer, and for whom it counts.
  final class Hold {
    let bytes: ResponseBytes
    let use: NetworkUse
    var takers = 1

    init(_ bytes: ResponseBytes, _ use: NetworkUse) {
      (self.bytes, self.use) = (bytes, use)
    }
  }

  enum Excess { case ofNetwork, ofAll }

  private var holds: [ObjectIdentifier: Hold] = [:]
  private(set) var total = 0

  /// Counts an answer for a connection; or says what it would exceed. Whoever holds nothing gets one answer of any
  /// size.
  mutating func hold(_ bytes: ResponseBytes, for connection: Connection, _ limits: ConnectionLimits)
    -> Excess?
  {
    if let hold = holds[ObjectIdentifier(bytes)] {
      hold.takers += 1
      connection.held = hold
      return nil
    }
    let (use, count) = (connection.use, bytes.buffer.count)
    if use.heldBytes > 0, use.heldBytes + count > limits.heldPerNetwork { return .ofNetwork }
    if total > 0, total + count > limits.held { return .ofAll }
    let hold = Hold(bytes, use)
    holds[ObjectIdentifier(bytes)] = hold
    connection.held = hold
    use.heldBytes += count
    total += count
    return nil
  }

  mutating func release(_ connection: Connection) {
    guard let hold = connection.held else { return }
    connection.held = nil
    hold.takers -= 1
    guard hold.takers == 0 else { return }
    holds[ObjectIdentifier(hold.bytes)] = nil
    hold.use.heldBytes -= hold.bytes.buffer.count
    total -= hold.bytes.buffer.count
  }
}
