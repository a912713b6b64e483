/// What a POST may ask for.
enum FavoritesCommand: Sendable, Hashable {
  case mark(id: String, ListState, MarkingPlace)
  /// Takes the favorites of another device, by their ids.
  case merge(ids: String)
  /// Takes an exported file.
  case importing
}

/// The page on which a star was pressed.
enum MarkingPlace: Sendable, Hashable {
  case list
  /// The page of an entry, its list beside it.
  case entry(String)
  /// The page of the favorites themselves.
  case favorites
}
