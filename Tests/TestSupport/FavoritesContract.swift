import Dispatch
public import Favorites
import Synchronization

/// A rule that every store of favorites keeps.
///
/// Each store has one test that checks ``rules``, so that all stores keep the same contract.
public struct FavoritesContract: Sendable, CustomStringConvertible {
  /// Opens another store of the same lists, which has read none of them.
  public typealias Opening = @Sendable () throws -> any FavoritesStore

  public let description: String
  private let body: @Sendable (Opening) async throws -> Void

  private init(_ description: String, _ body: @escaping @Sendable (Opening) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Throws the first violation.
  public func check(_ open: Opening) async throws { try await body(open) }

  public static let rules = [
    FavoritesContract("An unknown visitor has an empty list") { open in
      let list = try open().list(of: .random())
      try expect(list.isEmpty && list.version == 0)
    },
    FavoritesContract("Favorites survive a restart, in their order") { open in
      let (store, visitor) = (try open(), VisitorID.random())
      let favorites = [
        Favorite(id: "marge", title: "Mårge \"M\" \\ Simpson", addedAt: 7), try favorite("bart"),
      ]
      .compactMap(\.self)
      for favorite in favorites { _ = try store.apply(.add(favorite), for: visitor) }
      try expect(store.rememberedList(of: visitor)?.ids == ["marge", "bart"])
      try expect(open().list(of: visitor).favorites == favorites)
    },
    FavoritesContract("Adding a favorite again keeps its time and position") { open in
      let (store, visitor) = (try open(), VisitorID.random())
      for (id, time) in [("bart", 1), ("lisa", 2), ("bart", 3)] {
        _ = try store.apply(.add(favorite(id, addedAt: time)), for: visitor)
      }
      let list = try store.list(of: visitor)
      try expect(list.favorites == [favorite("bart", addedAt: 1), favorite("lisa", addedAt: 2)])
    },
    FavoritesContract("Removing, toggling and merging change only the named favorites") { open in
      let (store, visitor) = (try open(), VisitorID.random())
      let many = try FavoriteList(["a", "b", "c"].map { try favorite($0) })
      for (change, ids) in [
        (.merge(many), ["a", "b", "c"]), (.remove("b"), ["a", "c"]), (.remove("b"), ["a", "c"]),
        (.toggle(try favorite("a")), ["c"]), (.toggle(try favorite("d")), ["c", "d"]),
        (.merge(many), ["c", "d", "a", "b"]),
      ] as [(FavoriteChange, [String])] {
        try expect(store.apply(change, for: visitor).ids == ids)
      }
      try expect(open().list(of: visitor).ids == ["c", "d", "a", "b"])
    },
    FavoritesContract("An emptied list is empty and accepts favorites") { open in
      let (store, visitor) = (try open(), VisitorID.random())
      for (change, ids) in [
        (.add(try favorite("bart")), ["bart"]), (.remove("bart"), []), (.add(try favorite("lisa")), ["lisa"]),
        (.removeAll, []), (.add(try favorite("homer")), ["homer"]),
      ] as [(FavoriteChange, [String])] {
        try expect(store.apply(change, for: visitor).ids == ids)
        try expect(open().list(of: visitor).ids == ids)
      }
    },
    FavoritesContract("Visitors have separate lists") { open in
      let (store, one, other) = (try open(), VisitorID.random(), VisitorID.random())
      _ = try store.apply(.add(favorite("bart")), for: one)
      _ = try store.apply(.add(favorite("lisa")), for: other)
      try expect(store.list(of: one).ids == ["bart"])
      try expect(store.list(of: other).ids == ["lisa"])
    },
    FavoritesContract("The 10,001st favorite is refused, and the list stays as it was") { open in
      let (store, visitor) = (try open(), VisitorID.random())
      _ = try store.apply(
        .merge(FavoriteList((0..<FavoriteList.limit).map { try favorite("e-\($0)") })), for: visitor)
      let more = try favorite("one-more")
      let outcome = Result { () throws(FavoritesError) in try store.apply(.add(more), for: visitor) }
      try expect(outcome == .failure(.tooMany(limit: FavoriteList.limit)))
      try expect(open().list(of: visitor).count == FavoriteList.limit)
    },
    FavoritesContract("Concurrent changes are never lost") { open in
      let (store, visitor) = (try open(), VisitorID.random())
      let failures = await onThreads(8) { thread in
        for number in 0..<10 {
          let id = "entry-\(thread)-\(number)"
          try expect(store.apply(.add(favorite(id)), for: visitor).contains(id))
        }
      }
      try expect(failures == [])
      try expect(open().list(of: visitor).count == 80)
    },
    FavoritesContract("Toggling a favorite 80 times on 8 threads leaves it as it was") { open in
      let (store, visitor) = (try open(), VisitorID.random())
      _ = try store.apply(.add(favorite("lisa")), for: visitor)
      let failures = await onThreads(8) { _ in
        for _ in 0..<10 { _ = try store.apply(.toggle(favorite("bart")), for: visitor) }
      }
      try expect(failures == [])
      try expect(open().list(of: visitor).ids == ["lisa"])
    },
  ]

  private struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  private static func expect(_ isTrue: @autoclosure () throws -> Bool, line: UInt = #line) throws {
    guard try isTrue() else { throw Broken("expectation in line \(line) of FavoritesContract.swift") }
  }
}

/// Runs `work` on `count` threads; returns its errors when all have ended.
public func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Void) async -> [String] {
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

private struct NotAnID: Error {
  let id: String
}

public func favorite(_ id: String, addedAt: Int = 1_700_000_000) throws -> Favorite {
  guard let favorite = Favorite(id: id, title: "The \(id)", addedAt: addedAt) else { throw NotAnID(id: id) }
  return favorite
}

extension FavoriteList {
  public var ids: [String] { favorites.map(\.id) }
}
