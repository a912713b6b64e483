import Dispatch
import Favorites
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Every store of favorites")
struct ContractTests {
  @Test(
    "PostgreSQL is held to the same contract",
    .enabled(if: DatabaseServer.isInstalled, "\(DatabaseServer.isMissing)"))
  func both() { #expect(StoreKind.all.count == 2) }

  @Test("A visitor whom nobody knows has an empty list", arguments: StoreKind.all)
  func unknown(_ kind: StoreKind) throws {
    let store = try Place(kind).store()
    let list = try store.list(of: .random())
    #expect(list.isEmpty)
    #expect(list.version == 0)
  }

  @Test("What was added is there for a store that is started anew, in its order", arguments: StoreKind.all)
  func added(_ kind: StoreKind) throws {
    let place = try Place(kind)
    let visitor = VisitorID.random()
    let store = try place.store()
    let titled = try #require(Favorite(id: "marge", title: "Mårge \"M\" \\ Simpson", addedAt: 7))
    for favorite in [try favorite("bart"), titled] { _ = try store.apply(.add(favorite), for: visitor) }
    #expect(store.rememberedList(of: visitor)?.ids == ["bart", "marge"])
    let read = try place.store().list(of: visitor)
    #expect(read.favorites == [try favorite("bart"), titled])
  }

  @Test("What is added again keeps its time and its place", arguments: StoreKind.all)
  func again(_ kind: StoreKind) throws {
    let store = try Place(kind).store()
    let visitor = VisitorID.random()
    for (id, time) in [("bart", 1), ("lisa", 2), ("bart", 3)] {
      _ = try store.apply(.add(favorite(id, addedAt: time)), for: visitor)
    }
    #expect(
      try store.list(of: visitor).favorites == [favorite("bart", addedAt: 1), favorite("lisa", addedAt: 2)])
  }

  @Test("Removing, switching and merging change just what they say", arguments: StoreKind.all)
  func changes(_ kind: StoreKind) throws {
    let place = try Place(kind)
    let store = try place.store()
    let visitor = VisitorID.random()
    let many = try FavoriteList(["a", "b", "c"].map { try favorite($0) })
    #expect(try store.apply(.merge(many), for: visitor).ids == ["a", "b", "c"])
    #expect(try store.apply(.remove("b"), for: visitor).ids == ["a", "c"])
    #expect(try store.apply(.remove("b"), for: visitor).ids == ["a", "c"])
    #expect(try store.apply(.toggle(favorite("a")), for: visitor).ids == ["c"])
    #expect(try store.apply(.toggle(favorite("d")), for: visitor).ids == ["c", "d"])
    #expect(try store.apply(.merge(many), for: visitor).ids == ["c", "d", "a", "b"])
    #expect(try place.store().list(of: visitor).ids == ["c", "d", "a", "b"])
  }

  @Test("A list from which everything was removed is empty, and can be added to", arguments: StoreKind.all)
  func emptied(_ kind: StoreKind) throws {
    let place = try Place(kind)
    let store = try place.store()
    let visitor = VisitorID.random()
    _ = try store.apply(.add(favorite("bart")), for: visitor)
    #expect(try store.apply(.remove("bart"), for: visitor).isEmpty)
    #expect(try place.store().list(of: visitor).isEmpty)
    #expect(try store.apply(.add(favorite("lisa")), for: visitor).ids == ["lisa"])
    #expect(try place.store().list(of: visitor).ids == ["lisa"])
  }

  @Test("Nobody sees or changes the list of another", arguments: StoreKind.all)
  func others(_ kind: StoreKind) throws {
    let store = try Place(kind).store()
    let (one, other) = (VisitorID.random(), VisitorID.random())
    _ = try store.apply(.add(favorite("bart")), for: one)
    _ = try store.apply(.add(favorite("lisa")), for: other)
    #expect(try store.list(of: one).ids == ["bart"])
    #expect(try store.list(of: other).ids == ["lisa"])
  }

  @Test("A list that would be too long is refused, and stays as it was", arguments: StoreKind.all)
  func tooLong(_ kind: StoreKind) throws {
    let place = try Place(kind)
    let store = try place.store()
    let visitor = VisitorID.random()
    let full = try FavoriteList((0..<FavoriteList.limit).map { try favorite("e-\($0)") })
    _ = try store.apply(.merge(full), for: visitor)
    #expect(throws: FavoritesError.tooMany(limit: FavoriteList.limit)) {
      try store.apply(.add(favorite("one-more")), for: visitor)
    }
    #expect(try place.store().list(of: visitor).count == FavoriteList.limit)
  }

  @Test("Changes of many threads never lose one another", arguments: StoreKind.all)
  func threads(_ kind: StoreKind) async throws {
    let place = try Place(kind)
    let store = try place.store()
    let visitor = VisitorID.random()
    let failures = await onThreads(8) { thread in
      for number in 0..<10 {
        let id = "entry-\(thread)-\(number)"
        guard try store.apply(.add(favorite(id)), for: visitor).contains(id) else { throw Missing(id: id) }
      }
    }
    #expect(failures == [])
    #expect(try place.store().list(of: visitor).count == 80)
  }

  @Test("Eight threads that switch one favorite ten times each leave it as it was", arguments: StoreKind.all)
  func switching(_ kind: StoreKind) async throws {
    let place = try Place(kind)
    let store = try place.store()
    let visitor = VisitorID.random()
    _ = try store.apply(.add(favorite("lisa")), for: visitor)
    let failures = await onThreads(8) { _ in
      for _ in 0..<10 { _ = try store.apply(.toggle(favorite("bart")), for: visitor) }
    }
    #expect(failures == [])
    #expect(try place.store().list(of: visitor).ids == ["lisa"])
  }
}

struct Missing: Error {
  let id: String
}

/// Runs `work` on as many threads; returns what it threw when all have ended.
func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Void) async -> [String] {
  let failures = Mutex<[String]>([])
  await withCheckedContinuation { continuation in
    let group = DispatchGroup()
    for number in 0..<count {
      DispatchQueue(label: "dramatis.stores.\(number)").async(group: group) {
        do { try work(number) } catch { failures.withLock { $0.append("\(error)") } }
      }
    }
    group.notify(queue: .global()) { continuation.resume() }
  }
  return failures.withLock { $0 }
}
