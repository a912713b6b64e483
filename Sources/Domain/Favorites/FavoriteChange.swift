/// A change that a visitor makes to the favorites.
public enum FavoriteChange: Hashable, Sendable {
  /// Adds an entry; one that is there already keeps its time and its place.
  case add(Favorite)
  /// Removes the entry of that id.
  case remove(String)
  /// Adds the entry, or removes it if it is there.
  case toggle(Favorite)
  /// Adds all of these in their order; what is there already is not changed.
  case merge(FavoriteList)
  /// Leaves none.
  case removeAll
}
