import Glibc

/// What a piece of work costs the thread that does it, whatever else the machine is doing.
enum Clock {
  /// CPU time of this thread for some work, in nanoseconds.
  static func nanoseconds(_ work: () -> Void) -> Int {
    let start = threadTime
    work()
    return threadTime - start
  }

  /// Memory this process holds that is no file's, in megabytes.
  static var residentMegabytes: Double {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line: [CChar] = Array(repeating: 0, count: 128)
    fgets(&line, Int32(line.count), file)
    let pages = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self)
      .split(separator: " ").prefix(3).compactMap { Int($0) }
    return pages.count == 3 ? Double((pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE))) / 1e6 : 0
  }

  private static var threadTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
