/// The entries of a feed's answers, in the order of the answers; each is made when it is asked for.
///
/// A feed of a few hundred hands over an array, a feed of hundreds of thousands a compact store that it
/// reads from: so that they never all lie in memory as values.
public struct FeedEntries: RandomAccessCollection, Sendable, ExpressibleByArrayLiteral {
  public let count: Int
  private let make: @Sendable (Int) -> FeedEntry
  /// Writes an entry without making texts; nil where entries are more than these can say.
  let plain: (@Sendable (Int, inout PlainEntry) -> Void)?

  public init(_ entries: [FeedEntry]) {
    count = entries.count
    make = { entries[$0] }
    plain = nil
  }

  /// - Parameters:
  ///   - plain: writes the same entry as `make` gives; each has a number of its own.
  ///   - make: gives the entry at a position from 0 to `count - 1`.
  public init(
    count: Int, plain: (@Sendable (Int, inout PlainEntry) -> Void)? = nil,
    _ make: @escaping @Sendable (Int) -> FeedEntry
  ) {
    self.count = count
    self.plain = plain
    self.make = make
  }

  public init(arrayLiteral entries: FeedEntry...) {
    self.init(entries)
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public subscript(position: Int) -> FeedEntry { make(position) }
}

/// An entry that is no more than a number, a title and a place, in bytes: of hundreds of thousands, each text made
/// and counted would cost more than all else. One after the other is written into it.
public struct PlainEntry: Sendable {
  /// Its key: not below zero.
  public var number = 0
  /// Plain text in UTF-8.
  public var title: [UInt8] = []
  /// Bytes of the title's beginning that it is sorted by before the whole.
  public var sortCount = 0
  public var coordinate: Coordinate?
}
