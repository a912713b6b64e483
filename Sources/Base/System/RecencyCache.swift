import Synchronization

/// A cache that evicts the least recently used values.
public struct RecencyCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline let value: Value
    let cost: Int
    /// The number of its last use.
    @usableFromInline var use: UInt64
  }

  @usableFromInline var slots: [Key: Slot] = [:]
  @usableFromInline var uses: UInt64 = 0
  /// The cost of all values.
  public private(set) var cost = 0

  public init() {}

  public var count: Int { slots.count }

  // Called by each request: inlinable, so that it is specialised for the types of its users.

  /// The value of a key, without counting as its use.
  @inlinable
  public subscript(key: Key) -> Value? { slots[key]?.value }

  /// The cost of a key's value; 0 if there is none.
  public func cost(of key: Key) -> Int { slots[key]?.cost ?? 0 }

  /// Counts as a use of the key, and returns its value.
  @inlinable
  @discardableResult
  public mutating func use(_ key: Key) -> Value? {
    guard let index = slots.index(forKey: key) else { return nil }
    uses += 1
    slots.values[index].use = uses
    return slots.values[index].value
  }

  public mutating func insert(_ value: Value, for key: Key, cost: Int) {
    remove(key)
    uses += 1
    slots[key] = Slot(value: value, cost: cost, use: uses)
    self.cost += cost
  }

  public mutating func remove(_ key: Key) { cost -= slots.removeValue(forKey: key)?.cost ?? 0 }

  /// Beyond a limit, evicts values until a tenth of it is free, so that not every insertion evicts.
  /// - Returns: the evicted keys.
  @discardableResult
  public mutating func evict(countLimit: Int = .max, costLimit: Int) -> [Key] {
    guard count > countLimit || cost > costLimit else { return [] }
    var evicted: [Key] = []
    for (key, _) in slots.sorted(by: { $0.value.use < $1.value.use })
    where count > countLimit - countLimit / 10 || cost > costLimit - costLimit / 10 {
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
