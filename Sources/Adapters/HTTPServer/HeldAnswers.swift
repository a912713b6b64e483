/// The bytes of large answers while they are taken; those that several take count once. Guarded by the registry's lock.
struct HeldAnswers {
  enum Excess { case ofNetwork, ofAll }

  private(set) var total = 0

  /// Counts an answer for a connection; or says what it would exceed. Whoever holds nothing gets one answer of any
  /// size.
  mutating func hold(_ answer: ResponseBytes, for connection: Connection, _ limits: ConnectionLimits)
    -> Excess?
  {
    if answer.takers == 0 {
      let (use, count) = (connection.use, answer.buffer.count)
      if use.heldBytes > 0, use.heldBytes + count > limits.heldPerNetwork { return .ofNetwork }
      if total > 0, total + count > limits.held { return .ofAll }
      answer.use = use
      use.heldBytes += count
      total += count
    }
    answer.takers += 1
    connection.held = answer
    return nil
  }

  /// - Returns: the network for which the answer counted, if nobody takes it any more.
  mutating func release(_ connection: Connection) -> NetworkUse? {
    guard let answer = connection.held else { return nil }
    connection.held = nil
    answer.takers -= 1
    guard answer.takers == 0, let use = answer.use else { return nil }
    answer.use = nil
    use.heldBytes -= answer.buffer.count
    total -= answer.buffer.count
    return use
  }
}
