import Synchronization
public import System

/// The phase of a show's list: set by its keeper, read by pages, health and metrics on any thread.
public final class ListPhase: Sendable {
  public enum Phase: Sendable, Hashable {
    /// The list is being read; with a line about the progress for the operator, and the progress for visitors.
    case loading(String, LongWork.Note? = nil)
    case served
    /// A list is served though something is wrong with its sources.
    case degraded(SourceFaults)
    /// There is no list, and its sources are asked again later; with the reason, for the operator.
    case waiting(String)

    public static let reading = loading("reading the list")
  }

  private let current: Mutex<Phase>

  public init(_ phase: Phase = .reading) { current = Mutex(phase) }

  public var value: Phase {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Notes the progress of reading. JSON for visitors has its line, so only the last part of a path is kept.
  public func note(_ note: LongWork.Note) {
    let verb = note.line.prefix { $0 != " " }
    let name = note.line.dropFirst(verb.count).split(separator: "/").last.map { $0.drop { $0 == " " } } ?? ""
    current.withLock { if case .loading = $0 { $0 = .loading("\(verb) \(name)", note) } }
  }

  /// The faults of the sources, whether or not there is a list.
  public var faults: SourceFaults {
    switch value {
    case .loading, .served: SourceFaults()
    case .degraded(let faults): faults
    case .waiting(let reason): SourceFaults(failure: reason)
    }
  }

  public var isLoading: Bool { if case .loading = value { true } else { false } }

  /// Why no list is served, in one line for the operator.
  public var words: String {
    switch value {
    case .loading(let progress, let note): "loading: \(note?.percent.map { "\($0) %, " } ?? "")\(progress)"
    case .waiting(let reason): reason
    case .served, .degraded: "loading: the list has to be read again"
    }
  }
}

/// The faults of a show's sources, one sentence each.
public struct SourceFaults: Sendable, Hashable {
  /// The reason why the first source gave no good answer.
  public let failure: String?
  /// A warning about a list that has become much shorter.
  public let shortening: String?

  public init(failure: String? = nil, shortening: String? = nil) {
    (self.failure, self.shortening) = (failure, shortening)
  }
}
