import Favorites
import Synchronization
import System
import TestSupport
import Testing

@Suite struct NetworkSharesTests {
  private let running = Now()
  private let log = CollectedLog()

  private final class Now: Sendable {
    let seconds = Mutex(0)
  }

  private func shares(of room: Int = 1_600) -> NetworkShares {
    NetworkShares(of: room, running: { [running] in running.seconds.withLock { $0 } }, log: log)
  }

  @Test("A network has a sixteenth of the room in a day, and what is taken back is free again")
  func counts() {
    let shares = shares()
    let (one, other) = (IPAddress("2a00:1:2:3::1"), IPAddress("192.168.1.2"))
    shares.add(90, from: one)
    #expect(shares.admit(10, from: one))
    running.seconds.withLock { $0 = 86_399 }
    #expect(!shares.admit(11, from: IPAddress("2a00:1:2:9::1")))
    #expect(!shares.admit(11, from: one))
    #expect(log.lines.count == 1)
    #expect(shares.admit(100, from: other) && shares.admit(1_000, from: nil))
    shares.add(-50, from: one)
    #expect(shares.admit(60, from: one))
    running.seconds.withLock { $0 = 86_400 }
    #expect(shares.admit(100, from: one))
  }

  @Test("Networks beyond 4,096 share one count")
  func many() {
    let shares = shares()
    for number in 0..<4_096 { shares.add(1, from: IPAddress("10.0.\(number / 256).\(number % 256)")) }
    shares.add(60, from: IPAddress("10.1.0.1"))
    #expect(!shares.admit(41, from: IPAddress("10.1.0.2")))
    #expect(shares.admit(99, from: IPAddress("10.0.0.0")))
  }

  @Test("The clock of expiry counts running time, also that of an earlier version")
  func clock() throws {
    var clock = ExpiryClock(time: 1_000_000, running: 500)
    clock.advance(to: 4_100)
    #expect(clock.time == 1_003_600)
    #expect(ExpiryClock("\(clock.text)\n", running: 7)?.time == clock.time)
    #expect(ExpiryClock("1003600 1000000 3", running: 7)?.time == clock.time)
    for text in ["", "x 2 3", "-3 2 1", "99999999999999999999 1 1"] {
      #expect(ExpiryClock(text, running: 0) == nil)
    }
  }

  @Test("Clocks of several processes advance no faster than one")
  func replicas() {
    var shared = ExpiryClock(time: 1_000_000, running: 0)
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
