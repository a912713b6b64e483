public import Favorites
import Synchronization
public import System

/// Favorites in memory, with failures and empty caches for tests.
public final class MemoryFavorites: FavoritesStore {
  private struct State {
    var lists: [VisitorID: FavoriteList] = [:]
    var isForgetful = false
    var failure: FavoritesError?
    var onApply: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// One key for all sites, because they replace each other in tests.
  public static let key = VisitorKey()

  public init() {}

  public func visitorKey() -> VisitorKey? { Self.key }

  /// Empties the cache of lists from now on.
  public func forget() { state.withLock { $0.isForgetful = true } }

  /// Fails every read and write from now on; nil ends that.
  public func fail(with error: FavoritesError?) { state.withLock { $0.failure = error } }

  /// Runs an action while the next change is stored.
  public func onApply(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onApply = action } }

  public var lists: [VisitorID: FavoriteList] { state.withLock { $0.lists } }

  public func rememberedList(of visitor: VisitorID) -> FavoriteList? {
    state.withLock { $0.isForgetful ? nil : $0.lists[visitor] ?? FavoriteList() }
  }

  public func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    let (list, failure) = state.withLock { ($0.lists[visitor] ?? FavoriteList(), $0.failure) }
    if let failure { throw failure }
    return list
  }

  public func apply(
    _ change: FavoriteChange, for visitor: VisitorID, from address: IPAddress?
  ) throws(FavoritesError) -> FavoriteList {
    let action = state.withLock { state in
      defer { state.onApply = nil }
      return state.onApply
    }
    action?()
    return try state.withLock { state throws(FavoritesError) in
      if let failure = state.failure { throw failure }
      let new = try state.lists[visitor, default: FavoriteList()].changed(by: change)
      state.lists[visitor] = new
      return new
    }
  }

  public func sweep() {}
}
