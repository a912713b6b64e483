import Synchronization

/// A budget that several caches share: each may hold what the others leave, and its equal part whatever they hold.
///
/// So one that is used alone has all of it, and all of them together hold less than twice as much.
public final class SharedBudget: Sendable {
  public let total: Int
  /// Guards how many share it, and what they hold together.
  private let use = Mutex((caches: 0, held: 0))

  public init(_ total: Int) {
    self.total = total
  }

  public func join() { use.withLock { $0.caches += 1 } }

  /// - Parameter own: what the cache has noted to hold.
  public func leave(holding own: Int) {
    use.withLock { use in
      use.caches -= 1
      use.held -= own
    }
  }

  /// What a cache may hold that has noted to hold so much.
  public func limit(holding own: Int) -> Int {
    use.withLock { max(total / max(1, $0.caches), total - ($0.held - own)) }
  }

  /// Notes that a cache holds so much more.
  public func note(_ change: Int) { use.withLock { $0.held += change } }
}
