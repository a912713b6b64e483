import System
import Testing

@Suite("Recency cache")
struct RecencyCacheTests {
  private var cache = RecencyCache<String, Int>()

  init() {
    for (number, key) in ["a", "b", "c"].enumerated() { cache.insert(number, for: key, cost: 10) }
  }

  @Test("Below the limits nothing is evicted")
  mutating func room() {
    #expect(cache.evict(countLimit: 3, costLimit: 30) == [])
    #expect(cache.count == 3)
  }

  @Test("The least recently used values are evicted until a tenth is free")
  mutating func evicted() {
    cache.use("a")
    #expect(cache.evict(costLimit: 29) == ["b"])
    #expect(cache["a"] == 0)
    #expect(cache.cost == 20)
    #expect(cache.evict(countLimit: 1, costLimit: .max) == ["c"])
  }

  @Test("A replaced value's cost is subtracted")
  mutating func replaced() {
    cache.insert(7, for: "b", cost: 1)
    #expect(cache["b"] == 7)
    #expect(cache.cost == 21)
    cache.remove("b")
    cache.remove("b")
    #expect(cache.cost == 20)
  }
}
