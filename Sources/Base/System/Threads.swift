internal import CSandbox
public import Dispatch
internal import Glibc

/// Starts a detached thread that runs `body`.
///
/// For work that waits long: Dispatch caps its pool at 255 threads, and work beyond that does not start.
/// - Parameter group: left when the thread has ended, or could not be started.
/// - Returns: false if the system has no thread left.
@discardableResult
public func startThread(in group: DispatchGroup? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
  group?.enter()
  let start = Unmanaged.passRetained(
    ThreadStart {
      body()
      group?.leave()
    })
  var thread = pthread_t()
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setstacksize(&attributes, stackSize)
  let failure = withSignalsBlocked { pthread_create(&thread, &attributes, runThread, start.toOpaque()) }
  guard failure == 0 else {
    start.release()
    group?.leave()
    return false
  }
  pthread_detach(thread)
  return true
}

/// Bytes of a thread's stack, half of the usual ones, for systems that limit the address space. JSON of the greatest depth
/// takes 0.2 MB, or 2 MB in a debug build.
private let stackSize = 4 << 20

/// Lowers the priority of the calling thread permanently, below other threads of the machine.
public func yieldToOtherThreads() {
  // On Linux this is the niceness of the calling thread alone; 5 means a third of the usual share.
  setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
}

/// Blocks signals for threads started in `body`, so that the waiting thread receives them.
public func withSignalsBlocked<Result>(_ body: () -> Result) -> Result {
  var every = sigset_t()
  var before = sigset_t()
  sigfillset(&every)
  pthread_sigmask(SIG_SETMASK, &every, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return body()
}

private final class ThreadStart {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

private func runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let start else { return nil }
  Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue().body()
  return nil
}

/// The heaps that the C library keeps for threads that allocate at the same time.
public enum Heaps {
  /// To be called before any thread is started.
  public static func limit(to count: Int32) { limit_heaps(count) }

  /// From now on an abort for want of memory tells the remedy.
  public static func explainAborts() { memory_explain() }

  /// Returns freed memory to the system.
  public static func trim() { trim_heaps() }
}

/// The command line of this process, known without `/proc`, from which Swift reads it.
public enum Invocation {
  /// All words, the program's name first.
  public static var arguments: [String] {
    let words = UnsafeBufferPointer(start: process_arguments(), count: Int(process_argument_count()))
    return words.map { $0.map { String(cString: $0) } ?? "" }
  }

  /// The path of the program's file, even if the shell searched for it; empty if the system does not say.
  public static var program: String {
    guard let path = realpath(process_program(), nil) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
