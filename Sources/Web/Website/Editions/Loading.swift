import Synchronization
public import System

/// The state of a list that is not served yet.
///
/// Pages read it while another thread reads the list; it is replaced with a catalog when there is one.
public final class Loading: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    /// The list is being read; with a line about the progress for the operator, and the progress for visitors.
    case reading(String, LongWork.Note? = nil)
    /// The list could not be read; with the reason, for the operator.
    case failed(String)

    /// The state of a replica before the first answer.
    public static let awaited = reading("waiting for the feed")
  }

  private let current: Mutex<State>

  public init(_ state: State = .reading("reading the list")) { current = Mutex(state) }

  public var state: State {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Notes the progress. JSON for visitors has its line, so only the last part of a path is kept.
  public func note(_ note: LongWork.Note) {
    let verb = note.line.prefix { $0 != " " }
    let name = note.line.dropFirst(verb.count).split(separator: "/").last.map { $0.drop { $0 == " " } } ?? ""
    state = .reading("\(verb) \(name)", note)
  }

  /// The state in one line, for the operator.
  public var words: String {
    switch state {
    case .reading(let progress, let note): "loading: \(note?.percent.map { "\($0) %, " } ?? "")\(progress)"
    case .failed(let reason): reason
    }
  }

  public static func == (one: Loading, other: Loading) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
