import Synchronization

/// A cache that evicts the least recently used values. Each operation takes constant time.
public struct RecencyCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A value, and its neighbours in the order of use.
  @usableFromInline
  struct Slot: Sendable {
    let key: Key
    @usableFromInline let value: Value
    let cost: Int
    @usableFromInline var newer = -1
    @usableFromInline var older = -1
  }

  @usableFromInline var positions: [Key: Int] = [:]
  /// Nil for a slot that is free.
  @usableFromInline var slots: [Slot?] = []
  private var free: [Int] = []
  @usableFromInline var newest = -1
  @usableFromInline var oldest = -1
  /// The cost of all values.
  public private(set) var cost = 0

  public init() {}

  public var count: Int { positions.count }

  // Called by each request: inlinable, so that it is specialised for the types of its users.

  /// The value of a key, without counting as its use.
  @inlinable
  public subscript(key: Key) -> Value? { positions[key].flatMap { slots[$0]?.value } }

  /// The cost of a key's value; 0 if there is none.
  public func cost(of key: Key) -> Int { positions[key].flatMap { slots[$0]?.cost } ?? 0 }

  /// Counts as a use of the key, and returns its value.
  @inlinable
  @discardableResult
  public mutating func use(_ key: Key) -> Value? {
    guard let position = positions[key] else { return nil }
    if position != newest {
      unlink(position)
      link(position)
    }
    return slots[position]?.value
  }

  public mutating func insert(_ value: Value, for key: Key, cost: Int) {
    remove(key)
    let position = free.popLast() ?? slots.count
    if position == slots.count { slots.append(nil) }
    slots[position] = Slot(key: key, value: value, cost: cost)
    positions[key] = position
    link(position)
    self.cost += cost
  }

  public mutating func remove(_ key: Key) {
    guard let position = positions.removeValue(forKey: key) else { return }
    unlink(position)
    cost -= slots[position]?.cost ?? 0
    slots[position] = nil
    free.append(position)
  }

  /// Beyond a limit, evicts values until a tenth of it is free, so that not every insertion evicts.
  /// - Returns: the evicted keys.
  @discardableResult
  public mutating func evict(countLimit: Int = .max, costLimit: Int) -> [Key] {
    guard count > countLimit || cost > costLimit else { return [] }
    var evicted: [Key] = []
    while count > countLimit - countLimit / 10 || cost > costLimit - costLimit / 10, oldest >= 0,
      let key = slots[oldest]?.key
    {
      remove(key)
      evicted.append(key)
    }
    return evicted
  }

  @usableFromInline
  mutating func unlink(_ position: Int) {
    guard let newer = slots[position]?.newer, let older = slots[position]?.older else { return }
    if newer < 0 { newest = older } else { slots[newer]?.older = older }
    if older < 0 { oldest = newer } else { slots[older]?.newer = newer }
  }

  /// Makes a slot the most recently used one.
  @usableFromInline
  mutating func link(_ position: Int) {
    slots[position]?.newer = -1
    slots[position]?.older = newest
    if newest < 0 { oldest = position } else { slots[newest]?.newer = position }
    newest = position
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
