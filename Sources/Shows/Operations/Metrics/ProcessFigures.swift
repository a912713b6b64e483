import FoundationEssentials
import Glibc
import System

/// The kernel's figures for this process, under the names that Prometheus's own libraries use.
enum ProcessFigures {
  static func write(to exposition: inout Exposition) {
    if let pages = numbers("/proc/self/statm").dropFirst().first {
      exposition.family(
        "process_resident_memory_bytes", .gauge, "Resident memory size in bytes.",
        pages * Double(sysconf(Int32(_SC_PAGESIZE))))
    }
    let fields = kernelNumbers
    if fields.count > 19 {
      exposition.family(
        "process_cpu_seconds_total", .counter, "Total user and system CPU time spent in seconds.",
        (fields[11] + fields[12]) / Double(sysconf(Int32(_SC_CLK_TCK))))
    }
    if let startTime {
      exposition.family(
        "process_start_time_seconds", .gauge, "Start time of the process since unix epoch in seconds.",
        startTime)
    }
    if let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      // One of them is the folder being read.
      exposition.family(
        "process_open_fds", .gauge, "Number of open file descriptors.", Double(names.count - 1))
    }
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      exposition.family(
        "process_max_fds", .gauge, "Maximum number of open file descriptors.", Double(limit.rlim_cur))
    }
  }

  /// Seconds since 1970. Computed once, so that it does not move when the clock is set.
  private static let startTime: Double? = {
    let fields = kernelNumbers
    guard fields.count > 19 else { return nil }
    let age =
      MonotonicClock.sinceBoot.seconds.rounded(.down) - fields[19] / Double(sysconf(Int32(_SC_CLK_TCK)))
    return Double(time(nil)) - age
  }()

  /// The fields of the kernel's status after the program's name, which may contain spaces: the third and on.
  private static var kernelNumbers: [Double] {
    text("/proc/self/stat").split(separator: ")").last.map { numbers(in: String($0)) } ?? []
  }

  private static func numbers(_ path: String) -> [Double] { numbers(in: text(path)) }

  /// Other text counts as 0.
  private static func numbers(in text: String) -> [Double] {
    text.split { $0 == " " || $0 == "\n" }.map { Double($0) ?? 0 }
  }

  private static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
