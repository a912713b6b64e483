import Glibc
import IPAddresses
import Synchronization

/// The open connections, and the bounds of what they cost.
///
/// A connection is taken out in the library's closing notification, before its descriptor is closed, under
/// the lock that every look holds: a descriptor is never touched after it was closed or given to another. What
/// is shut down here the library finds closed at its next read or write, and cleans up.
final class ConnectionRegistry: Sendable {
  private struct State {
    var open: [ObjectIdentifier: Connection] = [:]
    var accepted: UInt64 = 0
    /// Those that are open and have not been cut.
    var count = 0
    /// Those that have connections, or answers that are held.
    var uses: [IPAddress: NetworkUse] = [:]
    private let others = NetworkUse(nil)
    var held = HeldAnswers()

    func connections(of network: IPAddress?) -> Int { network.flatMap { uses[$0] }?.connections ?? 0 }

    /// Counts a connection for its network.
    mutating func enter(_ connection: Connection) {
      if let network = connection.network {
        connection.use = uses[network] ?? NetworkUse(network)
        uses[network] = connection.use
      } else {
        connection.use = others
      }
      connection.use.connections += 1
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

    /// No longer counts a connection that ends.
    mutating func leaveOut(_ connection: Connection) {
      release(connection)
      guard !connection.isCut else { return }
      count -= 1
      leave(connection.use)
    }

    mutating func cut(_ connection: Connection) {
      leaveOut(connection)
      connection.isCut = true
      if case .sending = connection.state {
        // What the kernel has of the answer would go on being held and sent for as long as the client likes.
        var atOnce = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection.socket, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
      }
      shutdown(connection.socket, Int32(SHUT_RDWR))
    }

    /// Cuts the connection that the fewest would miss; `false` if there is none.
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

  let limits: ConnectionLimits
  private let state = Mutex(State())

  init(_ limits: ConnectionLimits) {
    self.limits = limits
  }

  /// How many are open, and how many there have been.
  var counts: (open: Int, accepted: UInt64) {
    state.withLock { ($0.open.count, $0.accepted) }
  }

  /// Bytes of large answers that are held for those who take them.
  var heldBytes: Int { state.withLock { $0.held.total } }

  // MARK: - Who may connect

  /// Whether a connection from an address may be accepted. At a limit one that is quiet or slow gives way: of the
  /// same network, or of one that has more than the newcomer's.
  ///
  /// Several threads ask at a time, so that one connection too many may be let in.
  func admits(_ address: IPAddress, now: UInt64) -> Bool {
    let network = address.network
    return state.withLock { state in
      let own = state.connections(of: network)
      if own >= limits.perNetwork {
        return state.cutFirst {
          $0.network == network ? $0.dispensability(now: now, after: ConnectionLimits.quiet) : nil
        }
      }
      if state.count < limits.connections { return true }
      let hasGivenWay = state.cutFirst { connection -> (Int, UInt64)? in
        let count = connection.network == nil ? 0 : connection.use.connections
        let isOwn = connection.network == network
        guard isOwn || count > own,
          let (kind, since) = connection.dispensability(now: now, after: isOwn ? ConnectionLimits.quiet : 0)
        else { return nil }
        return (kind - 2 * count, since)
      }
      let reserve = address.isLoopback ? ConnectionLimits.loopbackReserve : 0
      return hasGivenWay || state.count < limits.connections + reserve
    }
  }

  func insert(_ connection: Connection) {
    state.withLock { state in
      state.accepted += 1
      state.open[ObjectIdentifier(connection)] = connection
      state.count += 1
      state.enter(connection)
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
      state.enter(connection)
      return network == nil || connection.use.connections <= limits.perNetwork
    }
  }

  // MARK: - What they do

  /// Whether any request is being received or answered.
  var isBusy: Bool {
    state.withLock { $0.open.values.contains { $0.state != .idle } }
  }

  /// Nanoseconds for which the handler has been at work on the request that takes it the longest.
  func longestCall(now: UInt64) -> UInt64 {
    state.withLock { $0.open.values.reduce(0) { max($0, $1.callTime(now: now)) } }
  }

  /// Cuts off the requests that take too long to arrive, and the answers that are taken too slowly.
  ///
  /// libmicrohttpd's own timeout only counts silence: a client that sends or takes a byte now and then would stay
  /// forever.
  func cutOverdue(now: UInt64) {
    state.withLock { state in
      for connection in state.open.values where !connection.isCut {
        if connection.isOverdue(now: now, limits) { state.cut(connection) }
      }
    }
  }

  /// Counts an answer's bytes as held until it is taken; `false` if that is too much. Where it would be, those
  /// who take theirs the slowest are cut off first.
  func hold(_ answer: ResponseBytes, for connection: Connection, now: UInt64) -> Bool {
    state.withLock { state in
      guard !connection.isCut else { return true }
      while let excess = state.held.hold(answer, for: connection, limits) {
        let hasGivenWay = state.cutFirst { other -> (Double, UInt64)? in
          guard other.held != nil, excess == .ofAll || other.network == connection.network else { return nil }
          return other.rate(now: now).map { ($0, 0) }
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
