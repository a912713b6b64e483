import Glibc

/// Signals as values that one thread waits for, instead of handlers that interrupt another.
struct Signals {
  private var set = sigset_t()

  /// Blocks the signals for this thread and all that it starts: call it before any thread is started.
  init(_ signals: [Int32]) {
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for the next of them.
  func next() -> Int32 {
    var set = set
    var received: Int32 = 0
    while sigwait(&set, &received) != 0 {}
    return received
  }
}
