import Glibc

/// Lines for the person who runs the program; written at once, even to a pipe or a file.
public enum Console {
  public static func out(_ line: String) { write(line, to: STDOUT_FILENO) }

  public static func error(_ line: String) { write("dramatis: \(line.onOneLine)") }

  /// Writes an unchanged line to standard error.
  public static func write(_ line: String) { write(line, to: STDERR_FILENO) }

  private static func write(_ line: String, to descriptor: Int32) {
    var bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    while !bytes.isEmpty {
      let written = Glibc.write(descriptor, bytes, bytes.count)
      if written < 0, errno == EINTR { continue }
      if written <= 0 { return }
      bytes.removeFirst(written)
    }
  }
}
