import Glibc
import Synchronization
import System

/// The open connections, and the bounds of what they cost.
///
/// A connection is taken out in the library's closing notification, before its descriptor is closed, under
/// the lock that every look holds: a descriptor is never touched after it was closed or reused. A connection
/// that is shut down here is cleaned up by the library at its next read or write.
final class ConnectionRegistry: Sendable {
  let limits: ConnectionLimits
  private let state = Mutex(ConnectionTable())

  init(_ limits: ConnectionLimits) {
    self.limits = limits
  }

  /// Limits handshakes by what those with a certificate cost.
  func use(_ certificate: TLSCertificate?) {
    state.withLock { $0.handshakePause = certificate?.handshakePause ?? 0 }
  }

  /// Whether a handshake may go on whose first message is here: if it came late, it needs another turn.
  func begins(handshakeOf connection: Connection) -> Bool {
    let now = MonotonicClock.awake.nanoseconds
    return !connection.sentLate(now: now)
      || state.withLock { $0.begins(handshakeOf: connection.network, now: now) }
  }

  /// Connections that a polling thread is given before it has taken over the first of them.
  private static let handedOver = 8
  /// Nanoseconds that a polling thread may spend in one request and still be given connections.
  private static let longCall: UInt64 = 10_000_000

  /// The number of open connections, and of all that were ever admitted.
  var counts: (open: Int, accepted: UInt64) {
    state.withLock { ($0.open.count, $0.accepted) }
  }

  var heldBytes: Int { state.withLock { $0.held.total } }

  // MARK: - Admission

  /// Whether one more may be accepted beside those that are open, cut ones included.
  var hasRoom: Bool {
    state.withLock {
      let waiting = $0.turns.reduce(0) { $0 + $1.waiting.count }
      return $0.open.count + $0.expected.count + waiting < limits.connections + ConnectionLimits.reserve
    }
  }

  /// Queues a connection for its network's turn, or closes it. At a limit an idle or slow one of the same
  /// network, or one of a network with more, is closed instead.
  /// - Parameter network: nil for a trusted proxy.
  /// - Returns: whether it is queued.
  func admit(_ socket: AcceptedSocket, from address: IPAddress, of network: IPAddress?, now: UInt64) -> Bool {
    state.withLock { state in
      state.expectNoLonger(socket.descriptor)
      let isRoom = isRoom(for: address, of: network, &state, now)
      if isRoom { state.wait(socket, of: network) } else { close(socket.descriptor) }
      return isRoom
    }
  }

  /// Whether there are as many connections as the limit of open files allows, and more were wanted.
  var isShortOfFiles: Bool { limits.isBoundByFiles && state.withLock { $0.count >= limits.connections } }

  private func isRoom(
    for address: IPAddress, of network: IPAddress?, _ state: inout ConnectionTable, _ now: UInt64
  ) -> Bool {
    let own = state.connections(of: network)
    let hasAll = own >= limits.perNetwork
    if !hasAll, state.count < limits.connections { return true }
    let most = hasAll ? nil : state.fullestTurn(above: own)
    let hasGivenWay = state.cutFirst { connection in
      let (share, isOwn) = (connection.use.share, connection.use.network == network)
      guard isOwn || !hasAll && share > own, share >= most?.share ?? 0 else { return nil }
      return connection.rank(now: now, idleFor: isOwn ? ConnectionLimits.quiet : 0)
    }
    if hasGivenWay || hasAll { return hasGivenWay }
    if let most {
      state.closeLast(of: most)
      return true
    }
    return state.count < limits.connections + (address.isLoopback ? ConnectionLimits.loopbackReserve : 0)
  }

  /// The next connection, network by network where one may begin a handshake, and an idle thread if possible; nil if
  /// none can be handed over.
  func next(
    for threads: [PollingThread], all: Bool, now: UInt64
  ) -> (AcceptedSocket, PollingThread)? {
    state.withLock { state in
      var best: (thread: PollingThread, load: Int)?
      // Slow handshakes begin one by one, so that connections of other networks wait for few of them.
      let most = state.handshakePause < 10_000_000 ? Self.handedOver : 1
      for thread in threads {
        let expected = state.expected.values.count { $0.thread === thread }
        let time = thread.callTime(now: now)
        let load = expected + (time == 0 ? 0 : Self.handedOver)
        let isFree = all || expected < most && time < Self.longCall
        if isFree, load < best?.load ?? .max { best = (thread, load) }
      }
      guard let thread = best?.thread,
        let index = state.turns.indices.first(where: {
          all || state.begins(handshakeOf: state.turns[$0].network, now: now)
        })
      else { return nil }
      return (state.handOver(from: state.turns.remove(at: index), to: thread), thread)
    }
  }

  var hasWaiting: Bool { state.withLock { !$0.turns.isEmpty } }

  /// A connection that was handed over is closed, or about to be.
  func expectNoLonger(_ descriptor: Int32) {
    state.withLock { $0.expectNoLonger(descriptor) }
  }

  func insert(_ connection: Connection) { state.withLock { $0.insert(connection) } }

  func remove(_ connection: Connection) { state.withLock { $0.remove(connection) } }

  /// Counts a proxy's connection for the network of its current client; `false` if that exceeds the limit.
  func move(_ connection: Connection, to network: IPAddress?) -> Bool {
    guard connection.network != network else { return true }
    connection.network = network
    let count = state.withLock { $0.move(connection, to: network) }
    return network == nil || count ?? 0 <= limits.perNetwork
  }

  // MARK: - Requests and answers

  var isBusy: Bool {
    state.withLock {
      !$0.turns.isEmpty || !$0.expected.isEmpty || $0.open.values.contains { $0.connection.state != .idle }
    }
  }

  /// Closes connections that are too slow; libmicrohttpd's own timeout counts silence only.
  func cutOverdue(now: UInt64) { state.withLock { $0.cutOverdue(now: now, limits) } }

  /// Counts an answer as held, closing the slowest connections at the limit; `false` if none can be closed. At the limit
  /// of all these are connections of the network that holds most.
  func hold(_ answer: ResponseBytes, for connection: Connection, now: UInt64) -> Bool {
    let network = connection.network
    return state.withLock { state in
      while let excess = state.hold(answer, for: connection, limits) {
        let held = state.held
        let hasGivenWay = state.cutFirst { other in
          guard held.contains(other.connection), excess == .ofAll || other.use.network == network else {
            return nil
          }
          return other.rate(now: now).map { CutRank(share: other.use.heldBytes, last: $0) }
        }
        guard hasGivenWay else { return false }
      }
      return true
    }
  }

  /// The answer has been taken, or never will be.
  func release(_ connection: Connection) { state.withLock { $0.release(connection) } }
}
