import Favorites
import System
import Testing

@Suite("Lists make room for others") struct ListUseTests {
  private static let day = 86_400

  /// Lists of one network, of the sizes, each a second newer than the one before.
  private func lists(
    _ network: UInt16?, _ sizes: [Int], since: Int = 0, returned: ListUse.Return = .never
  ) -> [Holding] {
    sizes.enumerated().map { number, bytes in
      let use = ListUse(
        network: network.map { NetworkTag(bits: $0) }, since: since + number, returned: returned)
      return Holding(visitor: .random(), use: use, bytes: bytes)
    }
  }

  private func left(_ lists: [Holding], over limit: Int) -> [VisitorID] {
    let gone = Set(lists.excess(over: limit).map(\.visitor))
    return lists.map(\.visitor).filter { !gone.contains($0) }
  }

  @Test("The network that holds most gives way, whatever its lists were used for")
  func networks() {
    let attacker = lists(0x1000, Array(repeating: 10, count: 90), returned: .onAnotherDay)
    let others = lists(0x2000, [40]) + lists(0x3000, [1, 1]) + lists(nil, [5, 5])
    let left = left(attacker + others, over: 100)
    #expect(left == attacker.prefix(4).map(\.visitor) + others.map(\.visitor))
  }

  @Test("The networks of one site give way together, and the one that holds most among them first")
  func sites() {
    let many = (0..<10).flatMap { lists(0x1000 + UInt16($0), [10]) } + lists(0x1000 + 20, [50])
    let other = lists(0x2000, [90])
    let left = left(many + other, over: 200)
    #expect(left == many.prefix(10).map(\.visitor) + other.map(\.visitor))
  }

  @Test("Within a network those go first that never returned, then those of one day, the newest first")
  func order() {
    let loyal = lists(1, [10], since: 300, returned: .onAnotherDay)
    let early = lists(1, [10], since: 100)
    let late = lists(1, [10], since: 200)
    let again = lists(1, [10], since: 400, returned: .onTheSameDay)
    let all = late + loyal + again + early
    for (limit, kept) in [(30, loyal + again + early), (20, loyal + again), (10, loyal), (0, [])] {
      #expect(left(all, over: limit) == all.map(\.visitor).filter { kept.map(\.visitor).contains($0) })
    }
  }

  @Test("Of equal lists only as many go as are necessary, the newest of them")
  func equal() {
    let all = (0..<20).map { lists(nil, [4], since: $0)[0] }
    #expect(left(all, over: 72) == all.prefix(18).map(\.visitor))
    #expect(left(all, over: 80) == all.map(\.visitor))
  }

  @Test("A use later on the day, and one on another day, are noted")
  func returns() {
    var use = ListUse(since: 10 * Self.day)
    use.note(now: 10 * Self.day + 5)
    #expect(use.returned == .onTheSameDay)
    for now in [11 * Self.day, 11 * Self.day + 1] {
      use.note(now: now)
      #expect(use.returned == .onAnotherDay)
    }
  }

  @Test("A tag depends on the key; networks of one site share its first ten bits")
  func tags() throws {
    let key = VisitorKey()
    func tag(_ address: String, _ key: VisitorKey) throws -> NetworkTag {
      NetworkTag(of: try #require(IPAddress(address)), key: key)
    }
    #expect(try tag("93.184.216.1", key) == tag("93.184.216.200", key))
    #expect(try tag("2a00:1:2:3::1", key) == tag("2a00:1:2:3:ffff::1", key))
    #expect(try tag("2a00:1:2:3::1", key).site == tag("2a00:1:2:4::1", key).site)
    let tags = try (0..<64).map { try tag("192.168.1.\($0)", key) }
    #expect(Set(tags).count > 48)
    #expect(try tags != (0..<64).map { try tag("192.168.1.\($0)", VisitorKey()) })
  }

  @Test("A network's count has a limit in each period, and what is taken back is free again")
  func counts() throws {
    let counts = NetworkCounts(limit: 100, seconds: 86_400)
    let (one, other) = (IPAddress("2a00:1:2:3::1")?.site, IPAddress("192.168.1.2")?.site)
    #expect(one == IPAddress("2a00:1:2:9::1")?.site)
    counts.add(90, of: one, now: 0)
    #expect(!counts.exceeds(adding: 10, of: one, now: 0))
    #expect(counts.exceeds(adding: 11, of: one, now: 86_399))
    #expect(!counts.exceeds(adding: 100, of: other, now: 0))
    counts.add(-50, of: one, now: 0)
    #expect(!counts.exceeds(adding: 60, of: one, now: 0))
    #expect(!counts.exceeds(adding: 100, of: one, now: 86_400))
  }

  @Test("The clock of expiry counts running time, and two lists in a hundred a day")
  func clock() throws {
    var clock = ExpiryClock(newest: 1_000_000, running: 500)
    clock.advance(to: 4_100)
    #expect(clock.time == 1_003_600)
    #expect(clock.allowance(of: 20) == 1 && clock.allowance(of: 1_000) == 20)
    clock.count(expired: 1)
    #expect(clock.allowance(of: 20) == 0 && clock.allowance(of: 1_000) == 19)
    var next = try #require(ExpiryClock("\(clock.text)\n", running: 7))
    next.advance(to: 7 + 80_000)
    #expect(next.allowance(of: 20) == 0)
    next.advance(to: 7 + 86_400)
    #expect(next.allowance(of: 20) == 1)
    for text in ["", "1 2", "1 2 x", "1 2 -3", "1 2 3 4"] { #expect(ExpiryClock(text, running: 0) == nil) }
  }

  @Test("Clocks of several processes advance no faster than one")
  func replicas() {
    var shared = ExpiryClock(newest: 1_000_000, running: 0)
    var clocks = [shared, shared, shared]
    for hour in 1...10 {
      for index in clocks.indices {
        clocks[index].advance(to: hour * 3_600, sharedWith: shared)
        shared = clocks[index]
      }
    }
    #expect(shared.time == 1_036_000)
  }
}
