/// What a visitor wants done with the own favorites.
public enum FavoriteChange: Hashable, Sendable {
  /// Nothing changes where it is marked already: its time and its place stay.
  case mark(Favorite)
  /// By the entry's id.
  case unmark(String)
  /// Marks what is not marked, else unmarks it.
  case toggle(Favorite)
  /// Marks all of these; what is there already stays as it is, and the rest follows in the order given.
  case merge(FavoriteList)
}
