import Synchronization

/// Collects what is told from any thread.
final class Log<Line: Sendable>: Sendable {
  private let state = Mutex<[Line]>([])

  var lines: [Line] { state.withLock { $0 } }

  func append(_ line: Line) {
    state.withLock { $0.append(line) }
  }
}
