import Synchronization

/// The origins under which others reach this server, best first; looked up at most every few seconds.
final class OriginLookUp: Sendable {
  private static let pause = Duration.seconds(5)

  /// Guards what was found last, and when.
  private let known = Mutex<(origins: [Origin], time: ContinuousClock.Instant)?>(nil)
  private let lookUp: @Sendable () -> [String]

  /// - Parameter lookUp: returns origins without a slash at the end.
  init(_ lookUp: @escaping @Sendable () -> [String]) {
    self.lookUp = lookUp
  }

  var all: [Origin] {
    known.withLock { known in
      if let known, ContinuousClock.now - known.time < Self.pause { return known.origins }
      let origins = lookUp().map(Origin.init(text:)).filter { !$0.isLoopback }
      known = (origins, .now)
      return origins
    }
  }

  /// The origin for another device: the visitor's own, which is right through a proxy too, unless loopback.
  func best(for visitor: Origin) -> Origin? {
    visitor.isLoopback ? all.first : visitor
  }
}
