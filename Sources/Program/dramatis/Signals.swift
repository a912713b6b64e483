import Glibc
import Operations
import Synchronization
import System

/// Receives signals as values on one thread, instead of handlers that interrupt another.
final class Signals: Sendable {
  private let handler = Mutex<@Sendable (Int32) -> Void>(Signals.end)

  /// Blocks the signals for this thread and all that it starts: call it before any thread is started.
  ///
  /// Until ``handle(_:)``, SIGHUP does nothing and the others end the program at once.
  init() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    // Dispatch would try again for ever.
    let isStarted = startThread { [self, set] in
      while true {
        // First wait, then read the handler: it may be replaced while waiting.
        let signal = Self.next(of: set)
        handler.withLock { $0 }(signal)
      }
    }
    guard !isStarted else { return }
    Console.error("no room for its threads: raise ulimit -v (LimitAS) or -u (TasksMax)")
    exit(1)
  }

  func handle(_ handler: @escaping @Sendable (Int32) -> Void) {
    self.handler.withLock { $0 = handler }
  }

  private static func next(of set: sigset_t) -> Int32 {
    var set = set
    var received: Int32 = 0
    while sigwait(&set, &received) != 0 {}
    return received
  }

  /// Ends the program at once: an orderly exit would wait for threads in the middle of a fetch.
  ///
  /// Status 130 after SIGINT; 0 after SIGTERM, so that a service manager reports success.
  @Sendable static func end(_ signal: Int32) {
    if signal == SIGHUP { return }
    LineWriter.waitNoLonger()
    Console.clear()
    _exit(signal == SIGINT ? 128 + SIGINT : 0)
  }
}

/// Notes a signal that ends a command, which then removes or finishes its files first.
final class EndSignal: Sendable {
  private let number = Atomic<Int32>(0)

  /// 0 for none.
  var signal: Int32 { number.load(ordering: .relaxed) }

  @Sendable func note(_ signal: Int32) {
    if signal != SIGHUP { number.store(signal, ordering: .relaxed) }
  }
}
