import Synchronization

/// A cache that evicts the least recently used values.
public struct RecencyCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline
  struct Kept: Sendable {
    @usableFromInline let value: Value
    let cost: Int
    /// Grows with each use.
    @usableFromInline var lastUse: Int
  }

  @usableFromInline var kept: [Key: Kept] = [:]
  @usableFromInline var uses = 0
  /// The cost of all values.
  public private(set) var cost = 0

  public init() {}

  public var count: Int { kept.count }

  // Called by each request: inlinable, so that it is specialised for the types of its users.

  /// The value of a key, without counting as its use.
  @inlinable
  public subscript(key: Key) -> Value? { kept[key]?.value }

  /// The cost of a key's value; 0 if there is none.
  public func cost(of key: Key) -> Int { kept[key]?.cost ?? 0 }

  /// Counts as a use of the key, and returns its value.
  @inlinable
  @discardableResult
  public mutating func use(_ key: Key) -> Value? {
    guard let index = kept.index(forKey: key) else { return nil }
    uses += 1
    kept.values[index].lastUse = uses
    return kept.values[index].value
  }

  public mutating func insert(_ value: Value, for key: Key, cost: Int) {
    remove(key)
    uses += 1
    kept[key] = Kept(value: value, cost: cost, lastUse: uses)
    self.cost += cost
  }

  public mutating func remove(_ key: Key) {
    if let old = kept.removeValue(forKey: key) { cost -= old.cost }
  }

  /// Beyond a limit, evicts values until a tenth of it is free, so that not every insertion evicts.
  /// - Returns: the evicted keys.
  @discardableResult
  public mutating func evict(countLimit: Int = .max, costLimit: Int) -> [Key] {
    guard count > countLimit || cost > costLimit else { return [] }
    var evicted: [Key] = []
    for (key, _) in kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard count > countLimit - countLimit / 10 || cost > costLimit - costLimit / 10 else { break }
      remove(key)
      evicted.append(key)
    }
    return evicted
  }
}

/// A budget that several caches share: each may use the rest that others leave, and always its equal part.
///
/// So a single active cache has all of it, and all caches together use less than twice as much.
public final class SharedBudget: Sendable {
  public let total: Int
  /// The number of caches, and the bytes that they use together.
  private let use = Mutex((caches: 0, held: 0))

  public init(_ total: Int) {
    self.total = total
  }

  public func join() { use.withLock { $0.caches += 1 } }

  /// - Parameter own: the bytes that the cache uses.
  public func leave(holding own: Int) {
    use.withLock { use in
      use.caches -= 1
      use.held -= own
    }
  }

  /// The budget of a cache that uses `own` bytes.
  public func limit(holding own: Int) -> Int {
    use.withLock { max(total / max(1, $0.caches), total - ($0.held - own)) }
  }

  /// Adds to the bytes that a cache uses.
  public func note(_ change: Int) { use.withLock { $0.held += change } }
}
