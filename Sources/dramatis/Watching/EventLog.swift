import Glibc
import JSON
import ServiceManager

/// Tells whoever runs the show what happens: one line an event, on standard error.
struct EventLog: Sendable {
  enum Level: String, Sendable {
    case info, warning, error
  }

  enum Form: Sendable {
    /// Time, level, and the program's name, for people.
    case text
    /// One JSON object a line.
    case json
    /// With the level that the journal reads, and without the time that it notes itself.
    case journal
  }

  let form: Form

  init(form: Form) {
    self.form = form
  }

  /// - Parameter format: that of the access log, for both share one stream.
  init(format: String?, environment: [String: String]) {
    let isJournal = ServiceManager.isJournal(STDERR_FILENO, environment: environment)
    form = isJournal ? .journal : format == "json" ? .json : .text
  }

  func info(_ message: String) { Console.write(line(.info, message, at: Self.now)) }
  func warning(_ message: String) { Console.write(line(.warning, message, at: Self.now)) }
  func error(_ message: String) { Console.write(line(.error, message, at: Self.now)) }

  /// What goes before a line of the access log, which has its own form besides.
  var prefix: String { form == .journal ? "<6>" : "" }

  func line(_ level: Level, _ message: String, at time: Int) -> String {
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
