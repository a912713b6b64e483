internal import Glibc
internal import Synchronization

/// Writes lines whole and in order to a descriptor whose reader may be slow.
public final class LineWriter: Sendable {
  public static let output = LineWriter(STDOUT_FILENO, waits: true)
  public static let errors = LineWriter(STDERR_FILENO, waits: true)

  private struct State {
    var lines: [UInt8] = []
    /// Whether a thread will write them.
    var isLater = false
  }

  /// Bytes that are kept for a slow reader; further lines are dropped.
  private static let most = 1 << 20
  /// Bytes that a pipe with room takes without waiting (`PIPE_BUF`).
  private static let piece = 4_096
  private let descriptor: Int32
  private let waits: Atomic<Bool>
  /// Guards the lines that are not yet written.
  private let state = Mutex(State())
  /// Held while writing.
  private let writing = Mutex(())

  /// - Parameter waits: whether ``write(_:)`` waits for the reader; otherwise a thread writes the rest.
  public init(_ descriptor: Int32, waits: Bool = false) {
    self.descriptor = descriptor
    self.waits = Atomic(waits)
  }

  public func write(_ lines: [UInt8]) { add(atOnce: true) { $0 += lines } }

  /// Adds lines that a thread writes within a tenth of a second.
  public func add(atOnce: Bool = false, _ lines: (inout [UInt8]) -> Void) {
    let isFirst = state.withLock { state in
      if state.lines.count < Self.most { lines(&state.lines) }
      defer { state.isLater = true }
      return !state.isLater
    }
    if isFirst, !(atOnce && flush()) {
      startThread { [self] in repeat { usleep(100_000) } while !flush() }
    }
  }

  /// From now on no thread waits for the readers of the program's output; they get a tenth of a second for the rest.
  public static func waitNoLonger() {
    for writer in [output, errors] {
      writer.waits.store(false, ordering: .relaxed)
      for _ in 0..<10 where !writer.flush() { usleep(10_000) }
    }
  }

  /// Writes the kept lines until the reader would block; returns true if none is left. Drops them if the descriptor is broken.
  @discardableResult
  public func flush() -> Bool {
    let isAll = writing.withLockIfAvailable { _ in
      var rest = state.withLock { state in
        defer { state.lines = [] }
        return state.lines[...]
      }
      while !rest.isEmpty {
        var look = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&look, 1, waits.load(ordering: .relaxed) ? -1 : 0) == 0 { break }
        let written = rest.prefix(Self.piece).withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if written > 0 { rest = rest.dropFirst(written) }
        if written == 0 || (written < 0 && errno != EINTR && errno != EAGAIN) { rest = [] }
      }
      return state.withLock { state in
        state.lines.insert(contentsOf: rest, at: 0)
        if state.lines.isEmpty { state.isLater = false }
        return state.lines.isEmpty
      }
    }
    return isAll ?? false
  }
}
