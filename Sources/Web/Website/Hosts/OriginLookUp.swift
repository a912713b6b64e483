import Glibc
import Synchronization

/// The origins under which others reach this server, best first; looked up at most every few seconds.
final class OriginLookUp: Sendable {
  private static let seconds = 5

  /// Guards what was found last, and when.
  private let known = Mutex<(origins: [Origin], time: Int)>(([], 0))
  private let lookUp: @Sendable () -> [String]

  /// - Parameter lookUp: returns origins without a slash at the end.
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

  /// The origin for another device: the visitor's own, which is right through a proxy too, unless loopback.
  func best(for visitor: Origin) -> Origin? {
    visitor.isLoopback ? all.first : visitor
  }
}
