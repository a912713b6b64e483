import Favorites
import System
import Testing

@Suite struct NetworkCountsTests {
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
