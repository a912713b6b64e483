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
      (2...UnixAddress.longest).contains(name.utf8.count)
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

  /// Reports to the watchdog of a unit from before 1.0 that the process runs, twice in each of its periods.
  public func answerWatchdog(environment: [String: String], process: Int32) {
    guard let text = environment["WATCHDOG_USEC"], let period = text.number(in: 2...UInt64.max),
      environment["WATCHDOG_PID"].map({ $0 == String(process) }) ?? true
    else { return }
    let pause = UInt32(clamping: period / 2)
    startThread {
      while true {
        send(["WATCHDOG=1"])
        usleep(pause)
      }
    }
  }

  private func send(_ lines: [String], _ flags: Int32 = 0) {
    // A line break in a status would begin another assignment.
    let text = lines.map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    let descriptor = Glibc.socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    _ = UnixAddress.with(socket) {
      sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | flags, $0, $1)
    }
  }
}

/// Listening sockets that the service manager opened and passed on (the protocol of `sd_listen_fds`).
public enum PassedSockets {
  /// The reason why a passed socket cannot be used; one sentence.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String
  }

  private static let first: Int32 = 3
  private static let most = 64

  /// The descriptors of listening TCP sockets, which this process owns from now on; empty if none were passed
  /// to it. Child processes do not inherit them.
  /// - Parameter process: the id of this process.
  public static func take(environment: [String: String], process: Int32) throws(Fault) -> [Int32] {
    guard environment["LISTEN_PID"] == String(process), let text = environment["LISTEN_FDS"] else {
      return []
    }
    guard let count = text.number(in: 0...most) else {
      throw Fault(description: "LISTEN_FDS takes a number from 0 to \(most), not \"\(text)\"")
    }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    for position in 0..<count {
      let descriptor = first + Int32(position)
      let name = names.indices.contains(position) && !names[position].isEmpty ? " (\(names[position]))" : ""
      guard isListening(descriptor) else {
        throw Fault(description: "the passed socket \(descriptor)\(name) is not a listening TCP socket")
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      // Accepting must never block.
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    return (0..<Int32(count)).map { first + $0 }
  }

  private static func isListening(_ descriptor: Int32) -> Bool {
    option(descriptor, SO_ACCEPTCONN) == 1 && option(descriptor, SO_TYPE) == Int32(SOCK_STREAM.rawValue)
      && [AF_INET, AF_INET6].contains(option(descriptor, SO_DOMAIN) ?? -1)
  }

  private static func option(_ descriptor: Int32, _ name: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
  }
}
