import Glibc
import IPAddresses
import Synchronization

/// The open connections.
///
/// A connection is taken out in the library's closing notification, before its descriptor is closed, under
/// the lock that every look holds: a descriptor is never touched after it was closed or given to another.
final class ConnectionRegistry: Sendable {
  private struct State {
    var open: [ObjectIdentifier: Connection] = [:]
    var accepted: UInt64 = 0
    /// Connections by the networks that they count for.
    var counts: [IPAddress: Int] = [:]

    mutating func count(_ network: IPAddress?, by step: Int) {
      guard let network else { return }
      let count = counts[network, default: 0] + step
      counts[network] = count > 0 ? count : nil
    }
  }

  private let state = Mutex(State())

  func insert(_ connection: Connection) {
    state.withLock { state in
      state.accepted += 1
      state.open[ObjectIdentifier(connection)] = connection
      state.count(connection.network, by: 1)
    }
  }

  /// How many are open, and how many there have been.
  var counts: (open: Int, accepted: UInt64) {
    state.withLock { ($0.open.count, $0.accepted) }
  }

  func remove(_ connection: Connection) {
    state.withLock { state in
      state.open[ObjectIdentifier(connection)] = nil
      state.count(connection.network, by: -1)
    }
  }

  /// How many connections count for a network.
  func count(of network: IPAddress) -> Int {
    state.withLock { $0.counts[network] ?? 0 }
  }

  /// Counts a proxy's connection for the network of its current client; `false` if that exceeds `limit`.
  func move(_ connection: Connection, to network: IPAddress?, limit: Int) -> Bool {
    state.withLock { state in
      guard connection.network != network else { return true }
      state.count(connection.network, by: -1)
      state.count(network, by: 1)
      connection.network = network
      return network.map { state.counts[$0, default: 0] <= limit } ?? true
    }
  }

  /// Whether any request is being received or answered.
  var isBusy: Bool {
    state.withLock { $0.open.values.contains { $0.state != .idle } }
  }

  /// Nanoseconds for which the handler has been at work on the request that takes it the longest.
  func longestCall(now: UInt64) -> UInt64 {
    state.withLock { $0.open.values.reduce(0) { max($0, $1.callTime(now: now)) } }
  }

  /// Cuts off the requests that have been arriving for longer than `limit` nanoseconds.
  ///
  /// libmicrohttpd's own timeout only counts silence: a client that sends a byte now and then would stay forever.
  /// What is shut down here the library finds closed at its next read, and cleans up.
  func cutOverdueRequests(now: UInt64, limit: UInt64) {
    state.withLock { state in
      for connection in state.open.values {
        guard case .receiving(let complete) = connection.state else {
          connection.waiting = nil
          continue
        }
        if let waiting = connection.waiting, waiting.complete == complete {
          if now &- waiting.since > limit { shutdown(connection.socket, Int32(SHUT_RDWR)) }
        } else {
          connection.waiting = (complete, now)
        }
      }
    }
  }
}
