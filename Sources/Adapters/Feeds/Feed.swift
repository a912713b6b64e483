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

extension FeedContent {
  /// The number of things in the entries.
  private var shown: Int { entries.count - repeated }

  /// For the log: the number of entries, and of those left out for each reason.
  var inWords: String { "\(shown) entries\(skippedInWords)" }

  /// The number of records that were read, of those shown, and the reasons for the others; nil if all are shown.
  public var account: String? {
    guard !skipped.isEmpty else { return nil }
    return "read \(shown + skippedCount) records, \(shown) are shown\(skippedInWords)"
  }

  var skippedInWords: String {
    guard !skipped.isEmpty else { return "" }
    let reasons = skipped.sorted { $0.key < $1.key }.map { reason, count in
      "\(reason) (\(count)\(examples[reason].map { ", such as \($0)" } ?? ""))"
    }
    return "; skipped \(skippedCount): \(reasons.joined(separator: ", "))"
  }

  private var skippedCount: Int { skipped.values.reduce(0, +) }
}

/// Why a feed gave no answer, or why its answer was rejected; one sentence each.
public enum FeedError: Error, Hashable, Sendable, CustomStringConvertible {
  case fetch(FetchError)
  /// An answer that reports a fault, in its own words if it has any, and the seconds after which it
  /// wants to be asked again.
  case status(Int, host: String, retryAfter: Int?, words: String? = nil)
  /// An answer that does not have the shape that the API promises.
  case refused(String)
  /// An answer that has much fewer entries than are served, and has not come often enough to be believed.
  case shrunken(Int, served: Int)
  /// A snapshot written by a later version of this program.
  case newer(version: Int)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// A start that may not ask the feed and has no data.
  case nothingToServe

  public var description: String {
    switch self {
    case .fetch(let error): error.description
    case .status(let status, let host, _, let words):
      "\(host) answered with status \(status)\(words.map { ": \($0)" } ?? "")"
    case .refused(let reason): reason
    case .shrunken(let count, let served):
      "the answer has only \(count) entries, and \(served) are served; it is taken if it comes "
        + "\(SourceHistory.confirmations) times in a row"
    case .newer(let version):
      "it was written by a newer program: it has version \(version), and this program reads up to "
        + "\(FeedAnswer.version)"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .nothingToServe:
      "there is no snapshot and no bundled data to start from, and --offline forbids asking the feed"
    }
  }

  var isBusy: Bool {
    guard case .status(let status, _, _, _) = self else { return false }
    return [202, 429, 503].contains(status)
  }

  /// Seconds for which the source asks to be left alone.
  var retryAfter: Int? {
    guard case .status(_, _, let seconds, _) = self else { return nil }
    return seconds
  }
}
