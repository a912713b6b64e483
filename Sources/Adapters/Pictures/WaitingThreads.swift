import Dispatch

/// A thread that waits for a scaling: a visitor's request.
final class WaitingThread: Sendable {
  let show: ObjectIdentifier
  let source: String
  private let end = DispatchSemaphore(value: 0)

  init(of show: ObjectIdentifier, for source: String) {
    self.show = show
    self.source = source
  }

  /// - Returns: whether it was woken.
  @discardableResult
  func wait(seconds: Int) -> Bool { end.wait(timeout: .now() + .seconds(seconds)) == .success }

  func wake() { end.signal() }
}

/// Threads that wait for a scaling. Where all places are taken, the show with the most of them yields one to a show
/// with fewer, and within a show the source with the most.
struct WaitingThreads {
  private var threads: [WaitingThread] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a thread, and wakes the one that yields its place to it.
  /// - Returns: false if it may not wait.
  mutating func insert(_ thread: WaitingThread) -> Bool {
    if threads.count >= limit {
      let sources = threads.filter { $0.show == thread.show }
      guard
        let yielding = Self.yielding(to: thread, among: threads, \.show)
          ?? Self.yielding(to: thread, among: sources, \.source)
      else { return false }
      remove(yielding)
      yielding.wake()
    }
    threads.append(thread)
    return true
  }

  mutating func remove(_ thread: WaitingThread) { threads.removeAll { $0 === thread } }

  /// The thread that has waited longest among those of the group with the most, if that group still has as many as
  /// the other afterwards.
  private static func yielding<Group: Hashable>(
    to thread: WaitingThread, among threads: [WaitingThread], _ group: (WaitingThread) -> Group
  ) -> WaitingThread? {
    let groups = Dictionary(grouping: threads, by: group)
    let own = groups[group(thread)]?.count ?? 0
    let largest = groups.values.max { $0.count < $1.count }
    return largest.flatMap { $0.count >= own + 2 ? $0.first : nil }
  }
}
