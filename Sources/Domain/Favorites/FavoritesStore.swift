public import System

/// A store for the favorites of all visitors. Called from any thread.
public protocol FavoritesStore: AnyObject, Sendable {
  /// The key that signs the visitors' ids, the same as long as their lists are kept. May block for the disk.
  ///
  /// Nil until a database has sent it: lists can then be neither read nor changed.
  func visitorKey() -> VisitorKey?

  /// The visitor's list, at least as new as the browser has seen it, if it is in memory; else nil, and
  /// ``list(of:)`` reads it.
  func rememberedList(of visitor: VisitorID) -> FavoriteList?

  /// The visitor's list as it was last stored; empty for an unknown visitor. May block for the disk.
  /// - Throws: ``FavoritesError/unreadable(path:reason:)``, ``FavoritesError/refused(path:reason:)`` or
  ///   ``FavoritesError/unavailable(_:)``.
  func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList

  /// A sentence if the lists take most of their room; nil otherwise. Never waits.
  var fault: String? { get }

  /// Makes a change and returns the visitor's list after it. Durable when it returns.
  ///
  /// Changes of one visitor are made one after the other, on whichever threads; visitors never wait for each
  /// other.
  /// - Parameter address: the visitor's, whose network the room counts for; nil if it is not known.
  /// - Throws: ``FavoritesError``; the list is then as it was before, except after
  ///   ``FavoritesError/unconfirmed(_:)``.
  func apply(
    _ change: FavoriteChange, for visitor: VisitorID, from address: IPAddress?
  ) throws(FavoritesError) -> FavoriteList

  /// Expires some of the lists that were unused for 400 days. Called every hour; may block for the disk.
  func sweep()
}

extension FavoritesStore {
  public var fault: String? { nil }

  public func apply(_ change: FavoriteChange, for visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    try apply(change, for: visitor, from: nil)
  }

  /// The share of its room that one network may fill in a day: a sixteenth.
  public static func share(of space: Int) -> Int { space / 16 }

  /// A line for the log about the first change that was refused because of that.
  public static func refusal(of space: Int) -> String {
    "favorites: a network has stored \(share(of: space) >> 10) KB today, its share; its lists grow no more today"
  }

  /// A sentence for health, from four fifths of the room on.
  public static func fault(bytes: Int, of space: Int) -> String? {
    bytes < space / 5 * 4 ? nil : "favorites take \(bytes >> 20) of \(space >> 20) MB"
  }
}

/// The lists of all visitors in a store, for moving them to another store.
public protocol FavoritesArchive {
  /// Calls `body` with every list, or with the reason why it cannot be read.
  func forEach(_ body: (Result<FavoritesRecord, FavoritesError>) -> Void) throws

  /// Offers the key that has signed the ids of the lists. A store that has a key keeps its own.
  func offer(_ key: VisitorKey) throws

  /// Stores lists, except those that the store has in the same or a higher version.
  /// - Returns: the number of lists stored.
  func take(_ records: [FavoritesRecord]) throws -> Int
}
