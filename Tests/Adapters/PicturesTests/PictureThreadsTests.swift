import Dispatch
import Pictures
import Synchronization
import TestSupport
import Testing

@Suite("Threads of the picture cache")
struct PictureThreadsTests {
  /// Counts concurrent calls.
  private final class Room: Sendable {
    private let state = Mutex((inside: 0, most: 0))

    var most: Int { state.withLock { $0.most } }
    var inside: Int { state.withLock { $0.inside } }

    func enter() {
      state.withLock { state in
        state.inside += 1
        state.most = max(state.most, state.inside)
      }
    }

    func leave() {
      state.withLock { $0.inside -= 1 }
    }
  }

  @Test("At most four pictures of a source are fetched at once")
  func fourAtOnce() async throws {
    let room = Room()
    let door = DispatchSemaphore(value: 0)
    let fixture = try CacheFixture { _ in
      room.enter()
      try? door.wait(for: "permission to answer")
      room.leave()
      return .ok(Samples.png)
    }
    defer { fixture.stop() }
    let addresses = (0..<20).map { fixture.server.address("/\($0)") }
    for address in addresses { fixture.cache.want(address) }
    try await wait(for: "four requests at once") { room.inside == 4 }
    #expect(addresses.allSatisfy { fixture.cache.state(of: $0) == .wanted })
    for address in addresses {
      door.signal()
      fixture.cache.want(address)
    }
    for address in addresses { #expect(try await fixture.settled(address) == .stored) }
    #expect(room.most == 4)
    #expect(fixture.server.requests.count == 20)
  }

  @Test("Stopping cancels hanging fetches without a failure, and starts no more")
  func stopping() async throws {
    let fixture = try CacheFixture { _ in .silence }
    for number in 0..<10 { fixture.cache.want(fixture.server.address("/\(number)")) }
    try await wait(for: "four requests") { fixture.server.requests.count == 4 }
    fixture.stop()
    fixture.cache.want(fixture.server.address("/later"))
    #expect(fixture.server.requests.count == 4)
    #expect(fixture.log.isEmpty)
    #expect(fixture.cache.state(of: fixture.server.address("/0")) == .unknown)
  }

  @Test("A full queue drops pictures, which can be requested again")
  func boundedQueue() async throws {
    let fixture = try CacheFixture { _ in .silence }
    let addresses = (0..<3000).map { fixture.server.address("/\($0)") }
    for address in addresses { fixture.cache.want(address) }
    let wanted = addresses.count { fixture.cache.state(of: $0) == .wanted }
    #expect((2000...2004).contains(wanted))
    #expect(fixture.cache.state(of: addresses[2999]) == .unknown)
    fixture.stop()
  }
}
