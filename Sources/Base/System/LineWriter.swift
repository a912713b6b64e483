internal import Glibc
internal import Synchronization

/// Writes lines whole and in order to a descriptor whose reader may be slow.
public final class LineWriter: Sendable {
  public static let output = LineWriter(STDOUT_FILENO, waits: true)
  public static let errors = LineWriter(STDERR_FILENO, waits: true)

  /// Bytes that are kept for a slow reader; further lines are dropped.
  private static let most = 1 << 20
  /// Bytes that a pipe with room takes without waiting (`PIPE_BUF`).
  private static let piece = 4_096
  private let descriptor: Int32
  private let waits: Atomic<Bool>
  /// Guards the bytes that are not yet written.
  private let pending = Mutex<[UInt8]>([])

  /// - Parameter waits: whether ``write(_:)`` waits for the reader; otherwise a thread writes the rest.
  public init(_ descriptor: Int32, waits: Bool = false) {
    self.descriptor = descriptor
    self.waits = Atomic(waits)
  }

  public func write(_ lines: [UInt8]) {
    let isFirst = pending.withLock { pending in
      let isFirst = pending.isEmpty
      if pending.count < Self.most { pending += lines }
      return !drain(&pending) && isFirst
    }
    if isFirst { startThread { [self] in while !isDrained { usleep(20_000) } } }
  }

  /// From now on no thread waits for the readers of the program's output.
  public static func waitNoLonger() {
    for writer in [output, errors] { writer.waits.store(false, ordering: .relaxed) }
  }

  /// Gives readers a tenth of a second to take the rest, before the program ends.
  public static func finish() {
    for writer in [output, errors] {
      for _ in 0..<10 where !writer.isDrained { usleep(10_000) }
    }
  }

  private var isDrained: Bool { pending.withLock { drain(&$0) } }

  /// Writes what can be written; whether that is all. Bytes that nobody will read are dropped.
  private func drain(_ pending: inout [UInt8]) -> Bool {
    var rest = pending[...]
    defer { pending = Array(rest) }
    while !rest.isEmpty {
      var look = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let isWaiting = waits.load(ordering: .relaxed)
      if poll(&look, 1, isWaiting ? 100 : 0) == 0 {
        if isWaiting { continue }
        return false
      }
      let piece = rest.prefix(Self.piece)
      let written = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 { rest = rest.dropFirst(written) }
      if written == 0 || (written < 0 && errno != EINTR && errno != EAGAIN) { rest = [] }
    }
    return true
  }
}
