/// The entries of a feed's answers, in the order of the answers; each is made when it is asked for.
///
/// A feed of a few hundred hands over an array, a feed of hundreds of thousands a compact store that it
/// reads from: so that they never all lie in memory as values.
public struct FeedEntries: RandomAccessCollection, Sendable, ExpressibleByArrayLiteral {
  public let count: Int
  private let make: @Sendable (Int) -> FeedEntry
  /// The same in bytes; nil if entries are more than these can say.
  let plain: PlainEntries?

  public init(_ entries: [FeedEntry]) {
    count = entries.count
    make = { entries[$0] }
    plain = nil
  }

  public init(_ plain: PlainEntries) {
    count = plain.count
    make = { plain.entry(at: $0) }
    self.plain = plain
  }

  /// - Parameter make: gives the entry at a position from 0 to `count - 1`.
  public init(count: Int, _ make: @escaping @Sendable (Int) -> FeedEntry) {
    self.count = count
    self.make = make
    plain = nil
  }

  public init(arrayLiteral entries: FeedEntry...) {
    self.init(entries)
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public subscript(position: Int) -> FeedEntry { make(position) }
}
