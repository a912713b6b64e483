import Glibc
import Synchronization

/// The origins under which others reach this server, best first; looked up again when they are asked for
/// after a few seconds, since a machine's addresses change with its network.
final class OriginLookUp: Sendable {
  private static let seconds = 5

  /// Guards what was found last, and when.
  private let known = Mutex<(origins: [Origin], time: Int)>(([], 0))
  private let lookUp: @Sendable () -> [String]

  /// - Parameter lookUp: whole origins without a slash at the end; none if only this machine reaches the
  ///   server.
  init(_ lookUp: @escaping @Sendable () -> [String]) {
    self.lookUp = lookUp
  }

  var all: [Origin] {
    known.withLock { known in
      let now = time(nil)
      if abs(now - known.time) >= Self.seconds {
        known = (lookUp().map(Origin.init(text:)).filter { !$0.isLoopback }, now)
      }
      return known.origins
    }
  }

  /// The origin for another device: the visitor's own, unless only this machine reaches it.
  ///
  /// The origin that a visitor's browser has used is better than those of the interfaces: it is right through
  /// a reverse proxy or a container too.
  func best(for visitor: Origin) -> Origin? {
    visitor.isLoopback ? all.first : visitor
  }
}
