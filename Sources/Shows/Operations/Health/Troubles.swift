import Synchronization

/// The faults of a show or of the program that its pages survive, one sentence each; a thread may note one at any time.
public final class Troubles: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// A reload that failed.
    case reload
    /// A feed, file or folder without a good answer.
    case feed
    /// A list that is being read for long.
    case reading
    /// A list that has become much shorter.
    case shortened
    /// A list with other fields than before.
    case shape
    /// A source whose pictures fail more often than not.
    case pictures
    /// Data that should have been confirmed long ago.
    case age
    /// A certificate that has expired or soon will.
    case certificate
    /// A state folder that cannot be written.
    case storage
    /// Files that could not be written, or a store of favorites that is nearly full.
    case unsaved
    /// A database of favorites that does not answer.
    case database
  }

  private let noted = Mutex<[Kind: String]>([:])
  private let asked = Atomic(false)

  public init() {}

  public subscript(kind: Kind) -> String? {
    get { noted.withLock { $0[kind] } }
    set { noted.withLock { $0[kind] = newValue } }
  }

  /// For health and the metrics.
  public var all: [Kind: String] {
    asked.store(true, ordering: .relaxed)
    return noted.withLock { $0 }
  }

  /// Whether all have been asked for since the last call.
  func takeAsked() -> Bool { asked.exchange(false, ordering: .relaxed) }
}

extension [Troubles.Kind: String] {
  /// The first words of a health report: `ok`, or `degraded` with all sentences.
  func health(_ rest: String) -> String {
    let sentences = Troubles.Kind.allCases.compactMap { self[$0] }
    let words = (sentences + [rest]).filter { !$0.isEmpty }.joined(separator: "; ")
    return (sentences.isEmpty ? "ok" : "degraded") + (words.isEmpty ? "" : ": \(words)")
  }
}
