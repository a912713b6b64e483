import Synchronization

/// Values by key, of which those unused for longest are the first to go.
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
  /// Of all values together.
  public private(set) var cost = 0

  public init() {}

  public var count: Int { kept.count }

  // Inlinable is what each request may do: a copy for the types of its users need not look these up.

  /// The value of a key, without counting as its use.
  @inlinable
  public subscript(key: Key) -> Value? { kept[key]?.value }

  /// What the value of a key costs; 0 if there is none.
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

  /// Once a limit is passed, removes values until a tenth below it is free, and returns their keys.
  ///
  /// The tenth keeps this from being done for each value that is inserted.
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
