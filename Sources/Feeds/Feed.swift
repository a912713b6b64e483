public import CatalogCore
public import Fetching
public import JSON

/// An outside API: its settings, how it is asked, and how its answers are read.
///
/// A further kind is one file with one such type, and its name in ``FeedKinds/all``.
public protocol Feed: Sendable {
  /// What a show's file calls it, as `feed.kind`.
  static var kind: String { get }

  /// Reads its own keys of a show's `feed` object; nil where that object then holds faults.
  init?(reading settings: StrictObject)

  /// The same feed with another address in place of the configured one.
  func moved(to address: WebAddress) -> Self

  /// Asks the source for everything a catalog needs; blocks.
  func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer

  /// Reads answers, whether they just came or were kept; refuses what does not have the API's shape.
  ///
  /// One broken entry never costs the others: it is left out and counted.
  func decode(_ answer: FeedAnswer) throws(FeedError) -> FeedContent
}
