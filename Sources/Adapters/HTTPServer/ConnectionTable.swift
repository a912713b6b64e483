import Glibc
import System

/// All connections, open or waiting. Guarded by a ``ConnectionRegistry``.
struct ConnectionTable {
  private(set) var open: [ObjectIdentifier: OpenConnection] = [:]
  /// Networks with accepted connections that wait to be handed to polling threads, in turn.
  var turns: [NetworkUse] = []
  /// Connections that were handed over and are not open yet, by their sockets.
  private(set) var expected: [Int32: (use: NetworkUse, thread: PollingThread)] = [:]
  private(set) var accepted: UInt64 = 0
  /// The number of connections that wait, are expected, or are open and not cut.
  private(set) var count = 0
  /// Nanoseconds between the TLS handshakes of a network; 0 without a limit.
  var handshakePause: UInt64 = 0
  /// Times after which handshakes of a network count no longer.
  private var handshakes: [IPAddress: UInt64] = [:]
  /// Networks with connections or held answers.
  private var uses: [IPAddress: NetworkUse] = [:]
  private let others = NetworkUse(nil)
  private(set) var held = HeldAnswers()

  func connections(of network: IPAddress?) -> Int { network.flatMap { uses[$0] }?.connections ?? 0 }

  private mutating func enter(_ network: IPAddress?) -> NetworkUse {
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

  /// The network with the most connections, if it has more than `count` and some of them wait for a thread.
  func fullestTurn(above count: Int) -> NetworkUse? {
    turns.filter { $0.share > count }.max { $0.share < $1.share }
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

  /// Takes the next connection of a network out of the queue, for a thread.
  mutating func handOver(from use: NetworkUse, to thread: PollingThread) -> AcceptedSocket {
    let socket = use.waiting.removeFirst()
    if !use.waiting.isEmpty { turns.append(use) }
    expected[socket.descriptor] = (use, thread)
    return socket
  }

  /// The connection with that descriptor is open now, or was closed by the library before it was.
  mutating func expectNoLonger(_ socket: Int32) {
    guard let former = expected.removeValue(forKey: socket) else { return }
    count -= 1
    leave(former.use)
  }

  private mutating func leave(_ use: NetworkUse) {
    use.connections -= 1
    forget(use)
  }

  private mutating func forget(_ use: NetworkUse) {
    if use.isOver, let network = use.network { uses[network] = nil }
  }

  // MARK: - Open ones

  mutating func insert(_ connection: Connection) {
    expectNoLonger(connection.socket)
    open[ObjectIdentifier(connection)] = OpenConnection(connection, enter(connection.network))
    count += 1
  }

  mutating func remove(_ connection: Connection) {
    guard let former = open.removeValue(forKey: ObjectIdentifier(connection)) else { return }
    release(connection)
    if !former.isCut { end(former) }
  }

  private mutating func end(_ connection: OpenConnection) {
    count -= 1
    leave(connection.use)
  }

  /// Counts a connection for another network, and returns the number of that one's connections; nil for one that no
  /// longer counts.
  mutating func move(_ connection: Connection, to network: IPAddress?) -> Int? {
    let id = ObjectIdentifier(connection)
    guard let former = open[id], !former.isCut else { return nil }
    leave(former.use)
    let use = enter(network)
    open[id]?.use = use
    return use.connections
  }

  /// Counts an answer as held, or returns the exceeded limit.
  mutating func hold(
    _ answer: ResponseBytes, for connection: Connection, _ limits: ConnectionLimits
  ) -> HeldAnswers.Excess? {
    guard let own = open[ObjectIdentifier(connection)], !own.isCut else { return nil }
    return held.hold(answer, for: ObjectIdentifier(connection), of: own.use, limits)
  }

  mutating func release(_ connection: Connection) {
    if let use = held.release(ObjectIdentifier(connection)) { forget(use) }
  }

  /// Cuts the connections that have been at one request or answer for too long.
  mutating func cutOverdue(now: UInt64, _ limits: ConnectionLimits) {
    for id in Array(open.keys) where open[id]?.isCut == false && open[id]?.isOverdue(now: now, limits) == true
    {
      cut(id)
    }
  }

  private mutating func cut(_ id: ObjectIdentifier) {
    guard let cut = open[id], !cut.isCut else { return }
    let connection = cut.connection
    release(connection)
    end(cut)
    open[id]?.isCut = true
    if case .sending = connection.state {
      // Otherwise the kernel would hold and send its part of the answer for as long as the client likes.
      var atOnce = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection.socket, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    }
    shutdown(connection.socket, Int32(SHUT_RDWR))
  }

  /// Cuts the connection of the first rank; `false` if none has one.
  mutating func cutFirst(by rank: (OpenConnection) -> CutRank?) -> Bool {
    var first: (id: ObjectIdentifier, rank: CutRank)?
    for (id, connection) in open where !connection.isCut {
      guard let rank = rank(connection) else { continue }
      if first.map({ rank < $0.rank }) ?? true { first = (id, rank) }
    }
    guard let first else { return false }
    cut(first.id)
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

  init(_ network: IPAddress?) {
    self.network = network
  }

  var isOver: Bool { connections == 0 && heldBytes == 0 }

  /// Its connections when one must make room: those of trusted proxies do so last.
  var share: Int { network == nil ? 0 : connections }
}

/// The bytes of large answers until they are taken, each counted once. Guarded by the registry's lock.
struct HeldAnswers {
  enum Excess { case ofNetwork, ofAll }

  private(set) var total = 0
  /// By their connections.
  private var taken: [ObjectIdentifier: ResponseBytes] = [:]
  /// The number of connections that take an answer, and the network that it counts for.
  private var answers: [ObjectIdentifier: (takers: Int, use: NetworkUse)] = [:]

  func contains(_ connection: Connection) -> Bool { taken[ObjectIdentifier(connection)] != nil }

  /// Counts an answer or returns the exceeded limit; a network that holds nothing may have one of any size.
  mutating func hold(
    _ answer: ResponseBytes, for connection: ObjectIdentifier, of use: NetworkUse, _ limits: ConnectionLimits
  ) -> Excess? {
    let (id, count) = (ObjectIdentifier(answer), answer.weight)
    if answers[id] == nil {
      if use.heldBytes > 0, use.heldBytes + count > limits.heldPerNetwork { return .ofNetwork }
      if total > 0, total + count > limits.held { return .ofAll }
      use.heldBytes += count
      total += count
    }
    answers[id, default: (0, use)].takers += 1
    taken[connection] = answer
    return nil
  }

  /// - Returns: the network that the answer counted for, if this connection was its last.
  mutating func release(_ connection: ObjectIdentifier) -> NetworkUse? {
    guard let answer = taken.removeValue(forKey: connection) else { return nil }
    let id = ObjectIdentifier(answer)
    answers[id]?.takers -= 1
    guard let (takers, use) = answers[id], takers == 0 else { return nil }
    answers[id] = nil
    use.heldBytes -= answer.weight
    total -= answer.weight
    return use
  }
}
