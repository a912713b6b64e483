public import Catalogs
public import Fetching
public import JSON
public import System

/// An outside API that fills a catalog: how it is asked, and how its answers are read.
public protocol Feed: FeedKind {
  /// The environment variable that usually holds the key of this API; nil for an API without keys.
  static var keyVariable: String? { get }

  /// The reason why the API would refuse a key, without repeating the key; nil if it looks right.
  static func fault(of key: FeedKey) -> String?

  /// The same feed with the key to its API.
  func with(_ key: FeedKey) -> Self

  /// The file that holds its answers, as the show's file names it; nil for a feed at an address.
  var file: String? { get }

  /// Nil for a feed that has a file.
  var address: WebAddress? { get }

  /// The reason why it cannot be asked, and the remedy, in one sentence; nil if it can.
  var obstacle: String? { get }

  /// The same feed with another address in place of the configured one.
  func moved(to address: WebAddress) -> Self

  /// Asks the source for everything a catalog needs; blocks.
  func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer

  /// Whether the ids of entries are recorded, so that they stay when titles change.
  var recordsIDs: Bool { get }

  /// The facts that ``FeedEntry/values`` belong to, in the order of the page.
  var facts: [FactField] { get }

  /// Reads a new answer or a snapshot entry by entry; refuses an answer without the API's shape.
  ///
  /// A broken entry is skipped and counted, and never costs the others.
  /// - Parameter take: called with each entry, in the order of the answer; what it got is void after an error.
  /// - Returns: the content beside its entries.
  func read(_ answer: FeedAnswer, _ take: (FeedEntry) -> Void) throws(FeedError) -> FeedContent

  /// Reads at least the first entries of an answer, of which at most `limit` are taken.
  func read(
    _ answer: FeedAnswer, limit: Int, _ take: (FeedEntry) -> Void
  ) throws(FeedError) -> FeedContent

  /// Settings that do not fit an answer, each with its place in the show's file.
  func faults(of answer: FeedAnswer) throws(FeedError) -> [Fault]

  /// The field that a list has lost since its last good shape, as the rest of a sentence that begins with its name; nil
  /// if there is none.
  /// - Parameter new: nil for a list that cannot be read.
  func loss(of answer: FeedAnswer, since old: ListShape, to new: ListShape?) throws(FeedError) -> String?
}

extension Feed {
  public static var keyVariable: String? { nil }
  public static func fault(of key: FeedKey) -> String? { nil }
  public func with(_ key: FeedKey) -> Self { self }
  public var file: String? { nil }
  public var address: WebAddress? { nil }
  public var obstacle: String? { nil }
  public var facts: [FactField] { [] }
  public var recordsIDs: Bool { true }
  public func faults(of answer: FeedAnswer) throws(FeedError) -> [Fault] { [] }

  public func loss(
    of answer: FeedAnswer, since old: ListShape, to new: ListShape?
  ) throws(FeedError) -> String? { nil }

  public func read(
    _ answer: FeedAnswer, limit: Int, _ take: (FeedEntry) -> Void
  ) throws(FeedError) -> FeedContent {
    var count = 0
    return try read(answer) { entry in
      count += 1
      if count <= limit { take(entry) }
    }
  }

  /// Reads a whole answer.
  public func decode(_ answer: FeedAnswer) throws(FeedError) -> FeedContent {
    var entries: [FeedEntry] = []
    var content = try read(answer) { entries.append($0) }
    content.entries = entries
    return content
  }
}

extension FeedContent {
  var skippedSummary: String {
    guard !skipped.isEmpty else { return "" }
    let reasons = skipped.sorted { $0.key < $1.key }.map { reason, count in
      "\(reason) (\(count)\(examples[reason].map { ", such as \($0)" } ?? ""))"
    }
    return "; skipped \(skippedCount): \(reasons.joined(separator: ", "))"
  }

  var skippedCount: Int { skipped.values.reduce(0, +) }
}

/// The reason why a feed gave no answer, or why its answer was rejected; one sentence each.
public enum FeedError: Error, Hashable, Sendable, CustomStringConvertible {
  case fetch(FetchError)
  /// An answer with the status of an error, the service's own words, and the seconds of its `Retry-After`.
  case status(Int, host: String, retryAfter: Int?, words: String? = nil)
  /// An answer without the shape that the API promises.
  case refused(String)
  /// An answer with much fewer entries than are served, not yet repeated often enough.
  case shrunken(Int, served: Int)
  /// A list without the shape of the last good one; see ``CatalogStore/compare(_:_:of:at:_:)``.
  case changed(String)
  /// A snapshot written by a later version of this program.
  case newer(version: Int)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// A list that is too long for the disk of its state folder.
  case noSpace(ScratchSpace.Shortage)
  /// An offline start without data.
  case nothingToServe

  public var description: String {
    switch self {
    case .fetch(let error): error.description
    case .status(let status, let host, _, let words):
      "\(host) answered with status \(status)\(words.map { ": \($0)" } ?? "")"
    case .refused(let reason), .changed(let reason): reason
    case .shrunken(let count, let served):
      "ignored: the answer has \(count) entries but \(served) are being served; it will be accepted if "
        + "repeated \(SourceHistory.confirmations) times"
    case .newer(let version):
      "written by a newer program: it has version \(version), and this program reads up to "
        + "\(FeedAnswer.version)"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .noSpace(let shortage): shortage.description
    case .nothingToServe: "no snapshot and no bundled data to start from; --offline forbids asking the feed"
    }
  }

  var isBusy: Bool {
    guard case .status(let status, _, _, _) = self else { return false }
    return [202, 429, 503].contains(status)
  }

  /// The seconds of the answer's `Retry-After`.
  var retryAfter: Int? {
    guard case .status(_, _, let seconds, _) = self else { return nil }
    return seconds
  }
}
