/// A store for the favorites of all visitors. Called from any thread.
public protocol FavoritesStore: Sendable {
  /// The key that signs the visitors' ids; the same as long as their lists are kept. Nil as long as a database has
  /// not told it: then lists can be neither read nor changed. May block for the disk.
  func visitorKey() -> VisitorKey?

  /// The visitor's list, at least as new as the browser has seen it, if that is known without waiting for a disk;
  /// else nil: then ``list(of:)`` has it.
  func rememberedList(of visitor: VisitorID) -> FavoriteList?

  /// The visitor's list as it was last stored; empty for an unknown visitor. May block for the disk.
  /// - Throws: ``FavoritesError/unreadable(path:reason:)``, ``FavoritesError/refused(path:reason:)`` or
  ///   ``FavoritesError/unavailable(_:)``.
  func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList

  /// Makes a change and returns the visitor's list after it. Durable when it returns.
  ///
  /// Changes of one visitor are made one after the other, whichever threads they come from, and no visitor
  /// waits for another.
  /// - Throws: ``FavoritesError``; the list is then as it was before, but for
  ///   ``FavoritesError/unconfirmed(_:)``.
  func apply(_ change: FavoriteChange, for visitor: VisitorID) throws(FavoritesError) -> FavoriteList
}
