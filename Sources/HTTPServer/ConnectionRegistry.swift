import Glibc
import Synchronization

/// The open connections.
///
/// A connection is taken out in the library's closing notification, before its descriptor is closed, under
/// the lock that every look holds: a descriptor is never touched after it was closed or given to another.
final class ConnectionRegistry: Sendable {
  private let open = Mutex<[ObjectIdentifier: Connection]>([:])
  private let accepted = Atomic<UInt64>(0)

  func insert(_ connection: Connection) {
    accepted.add(1, ordering: .relaxed)
    open.withLock { $0[ObjectIdentifier(connection)] = connection }
  }

  /// How many are open, and how many there have been.
  var counts: (open: Int, accepted: UInt64) {
    (open.withLock { $0.count }, accepted.load(ordering: .relaxed))
  }

  func remove(_ connection: Connection) {
    _ = open.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  /// Whether any request is being received or answered.
  var isBusy: Bool {
    open.withLock { $0.values.contains { $0.state != .idle } }
  }

  /// Cuts off the requests that have been arriving for longer than `limit` nanoseconds.
  ///
  /// libmicrohttpd's own timeout only counts silence: who sends a byte now and then would stay for ever.
  /// What is shut down here the library finds closed at its next read, and cleans up.
  func cutOverdueRequests(now: UInt64, limit: UInt64) {
    open.withLock { connections in
      for connection in connections.values {
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
