public import Fetching

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
