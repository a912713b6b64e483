internal import Glibc

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
    guard let count = Int(text), (0...most).contains(count) else {
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
