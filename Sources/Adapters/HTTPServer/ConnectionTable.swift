import Glibc
import System

/// All connections, open or waiting. Guarded by a ``ConnectionRegistry``.
struct ConnectionTable {
  var open: [ObjectIdentifier: Connection] = [:]
  /// Networks with accepted connections that wait to be handed to polling threads, in turn.
  var turns: [NetworkUse] = []
  /// Connections that were handed over and are not open yet, by their sockets.
  var expected: [Int32: (use: NetworkUse, thread: PollingThread)] = [:]
  var accepted: UInt64 = 0
  /// The number of connections that wait, are expected, or are open and not cut.
  var count = 0
  /// Nanoseconds between the TLS handshakes of a network; 0 without a limit.
  var handshakePause: UInt64 = 0
  /// Times after which handshakes of a network count no longer.
  private var handshakes: [IPAddress: UInt64] = [:]
  /// Networks with connections or held answers.
  var uses: [IPAddress: NetworkUse] = [:]
  private let others = NetworkUse(nil)
  var held = HeldAnswers()
  /// Bytes of large bodies that are arriving.
  var bodyBytes = 0

  func connections(of network: IPAddress?) -> Int { network.flatMap { uses[$0] }?.connections ?? 0 }

  mutating func enter(_ network: IPAddress?) -> NetworkUse {
    guard let network else {
      others.connections += 1
      return others
    }
    let use = uses[network] ?? NetworkUse(network)
    uses[network] = use
    use.connections += 1
    return use
  }

  mutating func wait(_ socket: AcceptedSocket, of network: IPAddress?) {
    let use = enter(network)
    if use.waiting.isEmpty { turns.append(use) }
    use.waiting.append(socket)
    accepted += 1
    count += 1
  }

  /// Closes the connection of a network that has waited the shortest.
  mutating func closeLast(of use: NetworkUse) {
    guard let last = use.waiting.popLast() else { return }
    close(last.descriptor)
    if use.waiting.isEmpty { turns.removeAll { $0 === use } }
    count -= 1
    leave(use)
  }

  /// Counts a TLS handshake; `false` if its network must wait for its turn. Trusted proxies never wait.
  mutating func begins(handshakeOf network: IPAddress?, now: UInt64) -> Bool {
    guard handshakePause > 0, let network else { return true }
    let end = max(now, handshakes[network] ?? 0)
    guard end <= now + (ConnectionLimits.handshakes - 1) * handshakePause else { return false }
    handshakes[network] = end + handshakePause
    if handshakes.count > 1_024 { handshakes = handshakes.filter { $0.value > now } }
    return true
  }

  /// The connection with that descriptor is open now, or was closed by the library before it was.
  mutating func expectNoLonger(_ socket: Int32) {
    guard let former = expected.removeValue(forKey: socket) else { return }
    former.thread.expected -= 1
    count -= 1
    leave(former.use)
  }

  mutating func leave(_ use: NetworkUse) {
    use.connections -= 1
    forget(use)
  }

  private mutating func forget(_ use: NetworkUse) {
    if use.isOver, let network = use.network { uses[network] = nil }
  }

  mutating func release(_ connection: Connection) {
    if let use = held.release(connection) { forget(use) }
  }

  /// Counts the bytes of a connection's large body: 0 once it is here, or will never be.
  mutating func expect(_ count: Int, from connection: Connection) {
    connection.use.bodyBytes += count - connection.bodyBytes
    bodyBytes += count - connection.bodyBytes
    connection.bodyBytes = count
  }

  mutating func leaveOut(_ connection: Connection) {
    release(connection)
    expect(0, from: connection)
    guard !connection.isCut else { return }
    count -= 1
    leave(connection.use)
  }

  mutating func cut(_ connection: Connection) {
    leaveOut(connection)
    connection.isCut = true
    if case .sending = connection.state {
      // Otherwise the kernel would hold and send its part of the answer for as long as the client likes.
      var atOnce = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection.socket, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    }
    shutdown(connection.socket, Int32(SHUT_RDWR))
  }

  /// Cuts the connection with the lowest rank; `false` if there is none.
  mutating func cutFirst<Rank: Comparable>(by rank: (Connection) -> (Rank, UInt64)?) -> Bool {
    var first: (connection: Connection, rank: (Rank, UInt64))?
    for connection in open.values where !connection.isCut {
      guard let rank = rank(connection) else { continue }
      if first.map({ rank < $0.rank }) ?? true { first = (connection, rank) }
    }
    guard let first else { return false }
    cut(first.connection)
    return true
  }
}

/// The use of one network's connections together. Guarded by the registry's lock.
final class NetworkUse {
  /// Nil for those of trusted proxies before their first request.
  let network: IPAddress?
  var connections = 0
  /// Connections that wait for a polling thread, the next one first.
  var waiting: [AcceptedSocket] = []
  /// Bytes of large answers that it was the first to take.
  var heldBytes = 0
  /// Bytes of large bodies that are arriving.
  var bodyBytes = 0

  init(_ network: IPAddress?) {
    self.network = network
  }

  var isOver: Bool { connections == 0 && heldBytes == 0 }
}

/// The bytes of large answers until they are taken, each counted once. Guarded by the registry's lock.
struct HeldAnswers {
  enum Excess { case ofNetwork, ofAll }

  private(set) var total = 0

  /// Counts an answer or returns the exceeded limit; a network that holds nothing may have one of any size.
  mutating func hold(_ answer: ResponseBytes, for connection: Connection, _ limits: ConnectionLimits)
    -> Excess?
  {
    if answer.takers == 0 {
      let (use, count) = (connection.use, answer.weight)
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

  /// - Returns: the network that the answer counted for, if this connection was its last.
  mutating func release(_ connection: Connection) -> NetworkUse? {
    guard let answer = connection.held else { return nil }
    connection.held = nil
    answer.takers -= 1
    guard answer.takers == 0, let use = answer.use else { return nil }
    answer.use = nil
    use.heldBytes -= answer.weight
    total -= answer.weight
    return use
  }
}
