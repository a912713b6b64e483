import Glibc
import System

/// The daemon that makes names and services known on the network (multicast DNS).
enum Avahi {
  private static let socketPath = "/run/avahi-daemon/socket"

  /// Whether it takes connections here; a socket's file alone may be left over.
  static var isRunning: Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return UnixAddress.with(socketPath) { connect(descriptor, $0, $1) == 0 } ?? false
  }
}
