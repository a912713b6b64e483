public import System

/// A database that lists are read from.
public protocol FeedDatabase: Sendable {
  /// Runs a query that only reads.
  /// - Parameter bytes: of all rows at most.
  /// - Returns: its rows as JSON Lines.
  func rows(of query: String, bytes: Int) throws(FeedError) -> Numbers<UInt8>

  /// Waits for notifications of changes until they are no longer wanted; blocks.
  func listen(to channel: String, log: any Log, whileWanted isWanted: () -> Bool, _ notified: () -> Void)
}

/// A query of the database, whose rows are a feed's answer.
public struct DatabaseQuery: Sendable, Hashable {
  public let text: String
  /// The channel on which the database notifies of changes.
  public let channel: String?
}
