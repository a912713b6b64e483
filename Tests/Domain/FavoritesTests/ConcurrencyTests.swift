import Dispatch
import Favorites
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Many threads at once")
struct ConcurrencyTests {
  /// Runs `work` on as many threads, and returns when all have ended.
  private func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) async {
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for number in 0..<count {
        DispatchQueue(label: "dramatis.favorites.\(number)").async(group: group) { work(number) }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
  }

  @Test("Changes of one visitor never lose one another")
  func oneVisitor() async throws {
    let fixture = try StoreFixture()
    let failures = Mutex(0)
    await onThreads(8) { thread in
      for number in 0..<25 {
        do {
          let id = "entry-\(thread)-\(number)"
          let list = try fixture.store.apply(.add(fixture.favorite(id)), for: fixture.visitor)
          if !list.contains(id) { failures.withLock { $0 += 1 } }
        } catch {
          failures.withLock { $0 += 1 }
        }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(try fixture.restarted().store.list(of: fixture.visitor).count == 200)
  }

  @Test("Sixteen threads that toggle one favorite ten times each leave it as it was")
  func toggles() async throws {
    let fixture = try StoreFixture()
    try fixture.add("lisa")
    let marked = Mutex(0)
    await onThreads(16) { _ in
      for _ in 0..<10 {
        let list = try? fixture.store.apply(.toggle(fixture.favorite("bart")), for: fixture.visitor)
        if list?.contains("bart") == true { marked.withLock { $0 += 1 } }
      }
    }
    #expect(marked.withLock { $0 } == 80)
    #expect(try fixture.restarted().store.list(of: fixture.visitor).ids == ["lisa"])
  }

  @Test("Changes that come while one is written are written together")
  func together() async throws {
    let fixture = try StoreFixture()
    fixture.system.beforeSync { _ in usleep(2_000) }
    // They begin at once, however busy the machine is.
    let start = Gate()
    DispatchQueue(label: "starter").async {
      try? start.awaitArrivals(8)
      start.open()
    }
    await onThreads(8) { thread in
      start.pass()
      for number in 0..<25 {
        _ = try? fixture.store.apply(.add(fixture.favorite("e-\(thread)-\(number)")), for: fixture.visitor)
      }
    }
    #expect(try fixture.restarted().store.list(of: fixture.visitor).count == 200)
    #expect(fixture.system.calls().count { $0.name == "rename" } < 150)
  }

  @Test("Neither readers nor other visitors wait for a disk that takes its time")
  func nobodyWaits() async throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    let begun = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    fixture.system.beforeSync { path in
      guard path.contains(StoreFixture.digits) else { return }
      begun.signal()
      try? goOn.wait(for: "leave to go on")
    }
    let seen = Mutex<(read: FavoriteList?, remembered: FavoriteList?, other: FavoriteList?)>((nil, nil, nil))
    await onThreads(2) { thread in
      if thread == 0 {
        _ = try? fixture.add("lisa")
      } else {
        try? begun.wait(for: "the beginning of a write")
        let read = try? fixture.store.list(of: fixture.visitor)
        let remembered = fixture.store.rememberedList(of: fixture.visitor)
        let other = try? fixture.store.apply(.add(fixture.favorite("homer")), for: .random())
        seen.withLock { $0 = (read, remembered, other) }
        goOn.signal()
      }
    }
    #expect(seen.withLock { $0.read?.ids } == ["bart"])
    #expect(seen.withLock { $0.remembered?.ids } == ["bart"])
    #expect(seen.withLock { $0.other?.ids } == ["homer"])
    #expect(fixture.store.rememberedList(of: fixture.visitor)?.ids == ["bart", "lisa"])
  }

  @Test("A failing disk tells each of many threads, and what had been stored stays")
  func failing() async throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    fixture.system.fail("sync", with: ENOSPC)
    let failures = Mutex(0)
    await onThreads(8) { thread in
      do {
        try fixture.add("entry-\(thread)")
      } catch {
        failures.withLock { $0 += 1 }
      }
    }
    #expect(failures.withLock { $0 } == 8)
    #expect(try fixture.store.list(of: fixture.visitor).ids == ["bart"])
  }
}
