public import Fetching

/// Why a feed gave no answer, or why its answer was not taken; one sentence each.
public enum FeedError: Error, Hashable, Sendable, CustomStringConvertible {
  case fetch(FetchError)
  /// An answer that tells a fault, in its own words where it has any, and the seconds after which it
  /// wants to be asked again.
  case status(Int, host: String, retryAfter: Int?, words: String? = nil)
  /// An answer that does not have the shape that the API promises.
  case refused(String)
  /// A snapshot that a later version of this program kept.
  case newer(version: Int)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// A start that may not ask the feed and has nothing to start from.
  case nothingToServe

  public var description: String {
    switch self {
    case .fetch(let error): error.description
    case .status(let status, let host, _, let words):
      "\(host) answered with status \(status)\(words.map { ": \($0)" } ?? "")"
    case .refused(let reason): reason
    case .newer(let version):
      "it was kept by a newer program: it has version \(version), and this one reads none newer than "
        + "\(FeedAnswer.version)"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)"
    case .nothingToServe:
      "there is neither a snapshot nor bundled data to start from, and the feed may not be asked"
    }
  }

  var isBusy: Bool {
    guard case .status(let status, _, _, _) = self else { return false }
    return status == 429 || status == 503
  }

  /// Seconds for which the source wants to be left alone.
  var retryAfter: Int? {
    guard case .status(_, _, let seconds, _) = self else { return nil }
    return seconds
  }
}
