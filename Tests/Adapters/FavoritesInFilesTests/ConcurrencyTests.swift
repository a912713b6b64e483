import Dispatch
import Favorites
import FavoritesInFiles
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct ConcurrencyTests {
  @Test("Changes of one visitor by several threads are all kept")
  func changes() async throws {
    let fixture = try StoreFixture()
    fixture.system.beforeSync { _ in usleep(2_000) }
    // All start together, even on a busy machine.
    let start = Gate()
    DispatchQueue(label: "starter").async {
      try? start.awaitArrivals(8)
      start.open()
    }
    _ = await onThreads(8) { thread in
      start.pass()
      for number in 0..<25 {
        _ = try? fixture.store.apply(.add(fixture.favorite("e-\(thread)-\(number)")), for: fixture.visitor)
      }
    }
    #expect(try fixture.restarted().store.list(of: fixture.visitor).count == 200)
  }

  @Test("Readers and other visitors do not wait for a slow disk")
  func slowDisk() async throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    let begun = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    fixture.system.beforeSync { path in
      guard path.contains(StoreFixture.digits) else { return }
      begun.signal()
      try? goOn.wait(for: "permission to continue")
    }
    let seen = Mutex<(read: FavoriteList?, remembered: FavoriteList?, other: FavoriteList?)>((nil, nil, nil))
    _ = await onThreads(2) { thread in
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

  @Test("A failing disk fails every waiting change, and the stored list stays")
  func failing() async throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    fixture.system.fail("sync", with: ENOSPC)
    let failures = Mutex(0)
    _ = await onThreads(8) { thread in
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
