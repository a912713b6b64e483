import Favorites
import Synchronization

/// Favorites without a disk, which can be forgetful and can fail.
final class MemoryFavorites: FavoritesStore {
  private struct State {
    var lists: [VisitorID: FavoriteList] = [:]
    var isForgetful = false
    var failure: FavoritesError?
    var onApply: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// The same for all sites, since they pass from one test to the next.
  static let key = VisitorKey()

  func visitorKey() -> VisitorKey? { Self.key }

  /// From now on every list has to be asked for.
  func forget() { state.withLock { $0.isForgetful = true } }

  /// Lets whatever touches the disk fail from now on.
  func fail(with error: FavoritesError?) { state.withLock { $0.failure = error } }

  /// Runs while the next change is being stored.
  func onApply(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onApply = action } }

  var lists: [VisitorID: FavoriteList] { state.withLock { $0.lists } }

  func rememberedList(of visitor: VisitorID) -> FavoriteList? {
    state.withLock { $0.isForgetful ? nil : $0.lists[visitor] ?? FavoriteList() }
  }

  func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    let (list, failure) = state.withLock { ($0.lists[visitor] ?? FavoriteList(), $0.failure) }
    if let failure { throw failure }
    return list
  }

  func apply(_ change: FavoriteChange, for visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    let action = state.withLock { state in
      defer { state.onApply = nil }
      return state.onApply
    }
    action?()
    let old = try list(of: visitor)
    let new = try old.applying(change)
    state.withLock { $0.lists[visitor] = new }
    return new
  }
}
