import CMalloc
import Glibc

/// CPU time of one thread, independent of other work on the machine.
enum Clock {
  /// CPU time of this thread for some work, in nanoseconds, minus the time to read the clock.
  static func nanoseconds(_ work: () -> Void) -> Int { max(0, elapsed(work) - reading) }

  private static let reading = (0..<10_000).map { _ in elapsed {} }.sorted()[5_000]

  private static func elapsed(_ work: () -> Void) -> Int {
    let start = threadTime
    work()
    return threadTime - start
  }

  /// Memory that is allocated and not freed, in megabytes.
  static var allocatedMegabytes: Double {
    let info = mallinfo2()
    return Double(info.uordblks + info.hblkhd) / 1e6
  }

  private static var threadTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
