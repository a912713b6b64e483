import Dispatch
import Synchronization

/// Hands values from a thread of its own to the caller, in batches, so that two processors work.
public enum Pipeline {
  /// Values of a batch, and batches that may wait.
  private static let (batch, waiting) = (256, 8)

  /// - Parameters:
  ///   - produce: runs on a thread of its own; calls `take` with each value.
  ///   - consume: called with batches of the values, in their order, by this thread.
  /// - Returns: the result of `produce`.
  public static func run<Value: Sendable, Output: Sendable, Failure: Error>(
    producing produce: @escaping @Sendable (_ take: (Value) -> Void) throws(Failure) -> Output,
    consuming consume: ([Value]) -> Void
  ) throws(Failure) -> Output {
    let queue = Queue<Value, Output, Failure>(waiting)
    let hasThread = start {
      var values: [Value] = []
      let output = Result { () throws(Failure) in
        try produce { value in
          values.append(value)
          guard values.count == batch else { return }
          queue.put(values)
          values.removeAll(keepingCapacity: false)
          values.reserveCapacity(batch)
        }
      }
      queue.end(values, output)
    }
    // Without a thread for it.
    guard hasThread else { return try produce { consume([$0]) } }
    while true {
      let (values, output) = queue.take()
      consume(values)
      if let output { return try output.get() }
    }
  }

  /// Runs two pieces of work at the same time, the first one on a thread of its own.
  public static func both<First: Sendable, Second>(
    _ first: @escaping @Sendable () -> First, _ second: () -> Second
  ) -> (First, Second) {
    let output = Mutex<First?>(nil)
    let ended = DispatchSemaphore(value: 0)
    let hasThread = start {
      let result = first()
      output.withLock { $0 = result }
      ended.signal()
    }
    let other = second()
    if hasThread { ended.wait() }
    return (output.withLock { $0 } ?? first(), other)
  }

  /// Starts a thread with the display and the disk space of this one; false if there is none left.
  private static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let (display, space) = (ProgressDisplay.current, ScratchSpace.current)
    return startThread(in: DispatchGroup()) {
      ProgressDisplay.$current.withValue(display) { ScratchSpace.$current.withValue(space) { body() } }
    }
  }

  /// Batches on their way, and the result at the end.
  private final class Queue<Value: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// The result comes with the last batch, under one lock: the batch before must not be taken for the last one.
    private let state = Mutex<(batches: [[Value]], output: Result<Output, Failure>?)>(([], nil))
    private let filled = DispatchSemaphore(value: 0)
    private let room: DispatchSemaphore

    init(_ waiting: Int) { room = DispatchSemaphore(value: waiting) }

    func put(_ values: [Value]) {
      room.wait()
      state.withLock { $0.batches.append(values) }
      filled.signal()
    }

    func end(_ values: [Value], _ result: Result<Output, Failure>) {
      state.withLock { state in
        state.batches.append(values)
        state.output = result
      }
      filled.signal()
    }

    /// The next batch, with the result if it is the last one.
    func take() -> ([Value], Result<Output, Failure>?) {
      filled.wait()
      let taken = state.withLock { state in
        let values = state.batches.removeFirst()
        return (values, state.batches.isEmpty ? state.output : nil)
      }
      room.signal()
      return taken
    }
  }
}
