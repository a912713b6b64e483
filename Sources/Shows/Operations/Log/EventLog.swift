import Glibc
import JSON
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
    /// One JSON object per line.
    case json
    /// With the level in the form of the journal, and without the time, which the journal records.
    case journal
  }

  public let form: Form

  package init(form: Form) {
    self.form = form
  }

  /// - Parameter format: that of the access log, which shares the stream.
  public init(format: String?, environment: [String: String]) {
    let isJournal = ServiceManager.isJournal(STDERR_FILENO, environment: environment)
    form = isJournal ? .journal : format == "json" ? .json : .text
  }

  public func info(_ message: String) { Console.write(line(.info, message, at: Self.now)) }
  public func warning(_ message: String) { Console.write(line(.warning, message, at: Self.now)) }
  public func error(_ message: String) { Console.write(line(.error, message, at: Self.now)) }

  /// The prefix of each line of the access log, which has a format of its own.
  public var prefix: String { form == .journal ? "<6>" : "" }

  package func line(_ level: Level, _ message: String, at time: Int) -> String {
    let message = message.onOneLine
    switch form {
    case .text: return "\(LogTime.text(time)) \(level.rawValue) dramatis: \(message)"
    case .journal: return "<\(level == .info ? 6 : level == .warning ? 4 : 3)>\(message)"
    case .json:
      var writer = JSONWriter()
      writer.object { writer in
        for (name, value) in [("time", LogTime.text(time)), ("level", level.rawValue), ("message", message)] {
          writer.key(name)
          writer.string(value)
        }
      }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  private static var now: Int { time(nil) }
}

/// Times as the log shows them: local, with the offset from UTC.
enum LogTime {
  /// `2026-11-20T19:45:10+00:00`
  static func text(_ seconds: Int) -> String {
    var seconds = seconds
    var local = tm()
    localtime_r(&seconds, &local)
    let date = [local.tm_year + 1_900, local.tm_mon + 1, local.tm_mday].map { two(Int($0)) }
    let time = [local.tm_hour, local.tm_min, local.tm_sec].map { two(Int($0)) }
    let minutes = abs(local.tm_gmtoff) / 60
    let zone = "\(local.tm_gmtoff < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + zone
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
