import Glibc
public import System
import Text

/// The log of events for the operator: one line per event on standard error.
public struct EventLog: Log {
  package enum Level: String, Sendable {
    case info, warning, error
  }

  public enum Form: Sendable {
    /// Time, level, and the program's name, for people.
    case text
    /// With the level in the form of the journal, and without the time, which the journal records.
    case journal
    /// Warnings and errors in few words, since a first start fits on a small terminal.
    case terminal
  }

  public let form: Form

  package init(form: Form) {
    self.form = form
  }

  /// - Parameter format: that of the access log, which shares the stream; nil for the form of a terminal there.
  public init(format: String?, environment: [String: String]) {
    let isJournal = ServiceManager.isJournal(STDERR_FILENO, environment: environment)
    let isTerminal = format == nil && isatty(STDERR_FILENO) == 1
    form = isJournal ? .journal : isTerminal ? .terminal : .text
  }

  public func info(_ message: String) {
    if form != .terminal { Console.write(line(.info, message, at: Self.now)) }
  }
  public func warning(_ message: String) { Console.write(line(.warning, message, at: Self.now)) }
  public func error(_ message: String) { Console.write(line(.error, message, at: Self.now)) }

  /// The prefix of each line of the access log, which has a format of its own.
  public var prefix: String { form == .journal ? "<6>" : "" }

  package func line(_ level: Level, _ message: String, at time: Int) -> String {
    let message = message.onOneLine
    switch form {
    case .text: return "\(CivilTime(time).text) \(level.rawValue) dramatis: \(message)"
    case .terminal: return "\(CivilTime(time).text.dropFirst(11).prefix(5)) \(message)"
    case .journal: return "<\(level == .info ? 6 : level == .warning ? 4 : 3)>\(message)"
    }
  }

  private static var now: Int { time(nil) }
}
