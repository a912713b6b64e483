internal import Glibc
internal import System

/// Variables that a service manager such as systemd sets for the programs that it starts.
public enum ServiceManager {
  /// Variables for this process alone.
  static let variables = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
  ]

  /// Removes them from the environment, so that child processes do not inherit them. Call it before threads start.
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

/// Notifies a service manager of the program's state by datagrams (the protocol of `sd_notify`).
///
/// Errors are ignored: the service works without its manager.
public struct Notifier: Sendable {
  /// The socket's name: a path, or an abstract name, which begins with `@`.
  private let socket: String

  /// Nil if the service manager expects no notifications.
  public init?(environment: [String: String]) {
    guard let name = environment["NOTIFY_SOCKET"], name.hasPrefix("/") || name.hasPrefix("@"),
      (2...Self.longestName).contains(name.utf8.count)
    else { return nil }
    socket = name
  }

  /// It serves; also called after ``reloading()``, with success or without.
  public func ready(_ status: String) { send(["READY=1", "STATUS=\(status)"]) }

  /// It reads a list; a start or a reload may take half a minute more.
  public func progress(_ status: String) { send(["STATUS=\(status)", "EXTEND_TIMEOUT_USEC=30000000"]) }

  /// It is reading its configuration again, until ``ready(_:)`` follows.
  public func reloading() {
    send(["RELOADING=1", "MONOTONIC_USEC=\(MonotonicClock.awake.nanoseconds / 1_000)"])
  }

  /// Does not wait for a service manager that does not read.
  public func stopping() {
    send(["STOPPING=1", "STATUS=Finishing the answers in flight"], Int32(MSG_DONTWAIT))
  }

  /// It is healthy; see ``Watchdog``.
  public func alive(_ status: String) { send(["WATCHDOG=1", "STATUS=\(status)"]) }

  private func send(_ lines: [String], _ flags: Int32 = 0) {
    // A line break in a status would begin another assignment.
    let text = lines.map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    let descriptor = Glibc.socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var (address, size) = address
    let bytes = Array(text.utf8)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | flags, $0, size)
      }
    }
  }

  private static let longestName = MemoryLayout<sockaddr_un>.size - MemoryLayout<sa_family_t>.size - 1

  private var address: (sockaddr_un, socklen_t) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(socket.utf8)
    // An abstract name begins with a zero byte, and ends where the address does.
    if name[0] == UInt8(ascii: "@") { name[0] = 0 } else { name.append(0) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    return (address, socklen_t(MemoryLayout<sa_family_t>.size + name.count))
  }
}
