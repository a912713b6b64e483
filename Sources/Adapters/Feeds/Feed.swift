public import Catalogs
public import Fetching
public import JSON

/// An outside API that fills a catalog: how it is asked, and how its answers are read.
public protocol Feed: FeedKind {
  /// The environment variable that usually holds the key of this API; nil for one that asks for none.
  static var keyVariable: String? { get }

  /// Why its API would not take a key, without repeating that; nil if it looks right.
  static func fault(of key: FeedKey) -> String?

  /// The same feed with the key to its API.
  func with(_ key: FeedKey) -> Self

  /// The file that holds its answers, as the show's file names it; nil for a feed that is asked at an address.
  var file: String? { get }

  /// The host that is asked, as the log names it; nil for a feed that has a file.
  var host: String? { get }

  /// Why it cannot be asked as it stands, in a sentence that says what to do; nil if it can.
  var obstacle: String? { get }

  /// The same feed with another address in place of the configured one.
  func moved(to address: WebAddress) -> Self

  /// The same feed, asked by looking into a folder; nil if what is there is read at the start alone.
  func following(_ folder: String) -> (any Feed)?

  /// Asks the source for everything a catalog needs; blocks.
  func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer

  /// Reads answers, whether they just came or were kept; refuses what does not have the API's shape.
  ///
  /// One broken entry never costs the others: it is left out and counted.
  func decode(_ answer: FeedAnswer) throws(FeedError) -> FeedContent

  /// What its settings say that an answer does not have, each with the place in the show's file.
  func faults(of answer: FeedAnswer) throws(FeedError) -> [Fault]
}

extension Feed {
  public var yield: FeedYield { .catalog(self, else: []) }

  public static var keyVariable: String? { nil }
  public static func fault(of key: FeedKey) -> String? { nil }
  public func with(_ key: FeedKey) -> Self { self }
  public var file: String? { nil }
  public var host: String? { nil }
  public var obstacle: String? { nil }
  public func following(_ folder: String) -> (any Feed)? { nil }
  public func faults(of answer: FeedAnswer) throws(FeedError) -> [Fault] { [] }

  /// The same of the answers in a file or folder.
  public func faults(at path: String) throws(FeedError) -> [Fault] {
    try faults(of: FeedAnswer(path: path))
  }

  /// The number of records in a file or folder, of those shown, and the reasons for the others; nil if all are shown.
  public func account(at path: String) throws(FeedError) -> String? {
    try decode(FeedAnswer(path: path)).account
  }
}
