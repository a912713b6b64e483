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
    guard isatty(STDERR_FILENO) == 1, [.text, .terminal].contains(log.form),
      ![nil, "", "dumb"].contains(environment["TERM"])
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
  public static func columns(of descriptor: Int32) -> Int { size(of: descriptor).columns }

  /// The size of a terminal; 24 lines of 80 columns if it does not tell.
  public static func size(of descriptor: Int32) -> (rows: Int, columns: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (24, 80)
    }
    return (Int(size.ws_row), Int(size.ws_col))
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

/// Keeps lines for the end of a start.
public final class KeptLog: Log {
  private let kept = Mutex<[String]>([])

  public init() {}

  public var lines: [String] { kept.withLock(\.self) }

  public func info(_ message: String) { kept.withLock { $0.append(message.onOneLine) } }
  public func warning(_ message: String) { info(message) }
  public func error(_ message: String) { info(message) }
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
