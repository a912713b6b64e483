import Glibc

/// Lines for whoever runs the program; written at once, also into a pipe or a file.
enum Console {
  static func out(_ line: String) { write(line, to: STDOUT_FILENO) }

  static func error(_ line: String) { write("dramatis: \(line.onOneLine)") }

  static func write(_ line: String, to descriptor: Int32 = STDERR_FILENO) {
    var bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    while !bytes.isEmpty {
      let written = Glibc.write(descriptor, bytes, bytes.count)
      if written < 0, errno == EINTR { continue }
      if written <= 0 { return }
      bytes.removeFirst(written)
    }
  }
}
