internal import Glibc

/// What a service manager such as systemd leaves in the environment of the programs that it starts.
public enum ServiceManager {
  /// Variables that are meant for this process alone.
  static let variables = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
  ]

  /// Removes them from the environment, so that child processes do not follow them too.
  ///
  /// To be called before any thread is started.
  public static func clearEnvironment() {
    for name in variables { unsetenv(name) }
  }

  /// Whether a descriptor leads to the journal, which `$JOURNAL_STREAM` identifies by device and inode.
  public static func isJournal(_ descriptor: Int32, environment: [String: String]) -> Bool {
    var status = stat()
    guard let stream = environment["JOURNAL_STREAM"], fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
