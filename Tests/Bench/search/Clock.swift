import Glibc

/// What a piece of work costs the thread that does it, whatever else the machine is doing.
enum Clock {
  /// CPU time of this thread, in nanoseconds.
  static var threadTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  static func milliseconds(_ work: () -> Void) -> Double {
    let start = threadTime
    work()
    return Double(threadTime - start) / 1e6
  }

  /// Anonymous memory this process holds, in megabytes.
  static var residentMegabytes: Double {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var (size, resident, shared) = (0, 0, 0)
    withUnsafeMutablePointer(to: &size) { size in
      withUnsafeMutablePointer(to: &resident) { resident in
        withUnsafeMutablePointer(to: &shared) { shared in
          _ = withVaList([size, resident, shared]) { vfscanf(file, "%ld %ld %ld", $0) }
        }
      }
    }
    return Double((resident - shared) * sysconf(Int32(_SC_PAGESIZE))) / 1e6
  }
}
