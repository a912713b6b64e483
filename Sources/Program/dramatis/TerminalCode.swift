import Glibc
import Operations
import System

/// The best address as a QR code, for a camera pointed at the terminal.
enum TerminalCode {
  /// Prints the code if standard output is a terminal that can show it.
  static func show(_ address: String, environment: [String: String]) {
    guard isatty(STDOUT_FILENO) == 1, ![nil, "", "dumb"].contains(environment["TERM"]),
      let code = QRCode(address), code.terminalWidth <= columns
    else { return }
    for line in code.terminalLines { Console.out(line) }
  }

  private static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
