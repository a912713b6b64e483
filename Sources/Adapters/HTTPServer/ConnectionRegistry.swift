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
    if own >= limits.perNetwork {
      return state.cutFirst {
        $0.network == network ? $0.dispensability(now: now, after: ConnectionLimits.quiet) : nil
      }
    }
    if state.count < limits.connections { return true }
    let most = state.turns.filter { $0.connections > own && $0.network != nil }
      .max { $0.connections < $1.connections }
    let hasGivenWay = state.cutFirst { connection -> (Int, UInt64)? in
      let count = connection.network == nil ? 0 : connection.use.connections
      let isOwn = connection.network == network
      guard isOwn || count > own, count >= most?.connections ?? 0,
        let (kind, since) = connection.dispensability(now: now, after: isOwn ? ConnectionLimits.quiet : 0)
      else { return nil }
      return (kind - 2 * count, since)
    }
    if hasGivenWay { return true }
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
      for thread in threads where all || thread.expected < most {
        let time = thread.callTime(now: now)
        let load = thread.expected + (time == 0 ? 0 : Self.handedOver)
        if all || time < Self.longCall, load < best?.load ?? .max { best = (thread, load) }
      }
      guard let thread = best?.thread,
        let index = state.turns.indices.first(where: {
          all || state.begins(handshakeOf: state.turns[$0].network, now: now)
        })
      else { return nil }
      let use = state.turns.remove(at: index)
      let socket = use.waiting.removeFirst()
      if !use.waiting.isEmpty { state.turns.append(use) }
      state.expected[socket.descriptor] = (use, thread)
      thread.expected += 1
      return (socket, thread)
    }
  }

  var hasWaiting: Bool { state.withLock { !$0.turns.isEmpty } }

  /// A connection that was handed over is closed, or about to be.
  func expectNoLonger(_ descriptor: Int32) {
    state.withLock { $0.expectNoLonger(descriptor) }
  }

  func insert(_ connection: Connection) {
    state.withLock { state in
      state.expectNoLonger(connection.socket)
      state.open[ObjectIdentifier(connection)] = connection
      state.count += 1
      connection.use = state.enter(connection.network)
    }
  }

  func remove(_ connection: Connection) {
    state.withLock { state in
      state.open[ObjectIdentifier(connection)] = nil
      state.leaveOut(connection)
    }
  }

  /// Counts a proxy's connection for the network of its current client; `false` if that exceeds the limit.
  func move(_ connection: Connection, to network: IPAddress?) -> Bool {
    state.withLock { state in
      guard connection.network != network, !connection.isCut else { return true }
      state.leave(connection.use)
      connection.network = network
      connection.use = state.enter(network)
      return network == nil || connection.use.connections <= limits.perNetwork
    }
  }

  // MARK: - Requests and answers

  var isBusy: Bool {
    state.withLock {
      !$0.turns.isEmpty || !$0.expected.isEmpty || $0.open.values.contains { $0.state != .idle }
    }
  }

  /// Closes connections that are too slow; libmicrohttpd's own timeout counts silence only.
  func cutOverdue(now: UInt64) {
    state.withLock { state in
      for connection in state.open.values where !connection.isCut {
        if connection.isOverdue(now: now, limits) { state.cut(connection) }
      }
    }
  }

  /// Counts a large body that will arrive, or with 0 no longer does; `false` without room. At the limit of its network
  /// the slowest of that is closed, at the limit of all the slowest of the network with the most: after a second, or at
  /// once if that has more.
  @discardableResult
  func expect(bodyOf count: Int, from connection: Connection, now: UInt64 = 0) -> Bool {
    state.withLock { state in
      while !connection.isCut, count > 0 {
        let own = connection.use.bodyBytes + count
        let isOwn = own > ConnectionLimits.bodies / 4
        guard isOwn || state.bodyBytes + count > ConnectionLimits.bodies else { break }
        let hasGivenWay = state.cutFirst { other -> (Int, UInt64)? in
          let theirs = other.use.bodyBytes
          guard other.bodyBytes > 0, isOwn ? other.use === connection.use : theirs >= own,
            let rate = other.rate(now: now) ?? (theirs > own ? .max : nil)
          else { return nil }
          return (-theirs, rate)
        }
        guard hasGivenWay else { return false }
      }
      if !connection.isCut { state.expect(count, from: connection) }
      return true
    }
  }

  /// Counts an answer as held, closing the slowest connections at the limit; `false` if none can be closed. At the limit
  /// of all these are connections of the network that holds most.
  func hold(_ answer: ResponseBytes, for connection: Connection, now: UInt64) -> Bool {
    state.withLock { state in
      guard !connection.isCut else { return true }
      while let excess = state.held.hold(answer, for: connection, limits) {
        let hasGivenWay = state.cutFirst { other -> (Int, UInt64)? in
          guard other.held != nil, excess == .ofAll || other.network == connection.network else { return nil }
          return other.rate(now: now).map { (-other.use.heldBytes, $0) }
        }
        guard hasGivenWay else { return false }
      }
      return true
    }
  }

  /// The answer has been taken, or never will be.
  func release(_ connection: Connection) {
    state.withLock { $0.release(connection) }
  }
}
