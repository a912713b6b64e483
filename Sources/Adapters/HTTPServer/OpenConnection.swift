import CMicroHTTPD
import System

/// The order in which connections make room for others: those of the network with most, then idle ones before slow
/// ones, then those that have been so for the longest or are the slowest.
struct CutRank: Comparable {
  /// The number of the network's connections, or of the bytes that it keeps in memory.
  let share: Int
  var isSlow = false
  /// When it began, or bytes per second.
  let last: UInt64

  static func < (one: Self, other: Self) -> Bool {
    (-one.share, one.isSlow ? 1 : 0, one.last) < (-other.share, other.isSlow ? 1 : 0, other.last)
  }
}

/// A connection as its table sees it.
struct OpenConnection {
  let connection: Connection
  var use: NetworkUse
  /// Whether it was shut down, and no longer counts.
  var isCut = false
  /// The state at the last look, the moment when it began, and the bytes taken by then.
  private var looked: (state: Connection.State, since: UInt64, taken: Int64)?

  init(_ connection: Connection, _ use: NetworkUse) { (self.connection, self.use) = (connection, use) }

  /// Looks at it again: whether it has been at one request or answer for too long.
  mutating func isOverdue(now: UInt64, _ limits: ConnectionLimits) -> Bool {
    let (state, socket) = (connection.state, connection.socket)
    guard let looked, looked.state == state else {
      looked = (state, now, tcp_bytes_acked(socket))
      return false
    }
    switch state {
    case .idle, .making: return false
    case .receiving: return now &- looked.since > limits.request
    case .sending:
      let (taken, time) = (tcp_bytes_acked(socket), now &- looked.since)
      // A Unix socket does not say what was taken.
      return taken < 0 ? time > limits.answer : limits.isTooSlow(taken: taken - looked.taken, in: time)
    }
  }

  /// The rank of an idle or slow one; nil if it is neither.
  /// - Parameter limit: nanoseconds for which it must be idle.
  func rank(now: UInt64, idleFor limit: UInt64) -> CutRank? {
    if !connection.isAnswering {
      let since = connection.quietSince
      return now >= since &+ limit ? CutRank(share: use.share, last: since) : nil
    }
    guard let looked, case .sending = looked.state, looked.state == connection.state,
      now >= looked.since &+ ConnectionLimits.slow
    else { return nil }
    return CutRank(share: use.share, isSlow: true, last: looked.since)
  }

  /// Bytes per second of the answer that it takes; nil in the first second.
  func rate(now: UInt64) -> UInt64? {
    guard let looked, looked.state == connection.state, case .sending = looked.state,
      now >= looked.since &+ 1_000_000_000
    else { return nil }
    let bytes = max(0, tcp_bytes_acked(connection.socket) - looked.taken)
    return UInt64(bytes) * 1_000 / ((now - looked.since) / 1_000_000)
  }
}
