import Glibc
import Synchronization
public import System
import Text

/// Lines for the person who runs the program; written at once, even to a pipe or a file.
public enum Console {
  public static func out(_ line: String) { write(line, to: .output) }

  public static func error(_ line: String) { write("dramatis: \(line.onOneLine)") }

  /// Writes an unchanged line to standard error.
  public static func write(_ line: String) { write(line, to: .errors) }

  /// Shows the progress of long work: in one changing line on a terminal, else in the log.
  public static func progress(_ log: EventLog, environment: [String: String]) -> ProgressDisplay {
    guard isatty(STDERR_FILENO) == 1, log.form == .text, ![nil, "", "dumb"].contains(environment["TERM"])
    else { return .log(log.info) }
    return .terminal(show: draw, clear: clear)
  }

  /// Whether the last line on the terminal is a progress line.
  private static let isDrawn = Atomic(false)

  private static func draw(_ line: String) {
    isDrawn.store(true, ordering: .relaxed)
    let shown = line.onOneLine.prefix(columns(of: STDERR_FILENO) - 1)
    LineWriter.errors.write(Array("\r\(shown)\u{1B}[K".utf8))
  }

  /// The width of a terminal.
  public static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Clears the progress line.
  public static func clear() {
    guard isDrawn.exchange(false, ordering: .relaxed) else { return }
    LineWriter.errors.write(Array("\r\u{1B}[K".utf8))
  }

  private static func write(_ line: String, to writer: LineWriter) {
    clear()
    writer.write(Array(line.utf8) + [UInt8(ascii: "\n")])
  }
}

/// Logs the events of a command to the console.
public struct ConsoleLog: Log {
  private let infoToOutput: Bool

  /// - Parameter infoToOutput: whether infos are the command's result, for standard output.
  public init(infoToOutput: Bool) { self.infoToOutput = infoToOutput }

  public func info(_ message: String) {
    if infoToOutput { Console.out(message.onOneLine) } else { Console.error(message) }
  }
  public func warning(_ message: String) { Console.error(message) }
  public func error(_ message: String) { Console.error(message) }
}
