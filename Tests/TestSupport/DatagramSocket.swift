import Glibc

/// The receiving end of systemd's notification socket.
public final class DatagramSocket {
  private let descriptor: Int32
  private let path: String?

  /// - Parameter name: a path, or an abstract name after `@`.
  public init(_ name: String) {
    path = name.hasPrefix("@") ? nil : name
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    if path == nil { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
  }

  deinit {
    close(descriptor)
    if let path { unlink(path) }
  }

  /// The lines of the next datagram; throws if none arrives.
  public func receive() throws(Overdue) -> [String] {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = TestSupport.receive(from: descriptor, into: &bytes)
    guard count >= 0 else { throw Overdue("a datagram") }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
