import Glibc

/// A request to a server of this machine over its Unix socket.
enum UnixRequest {
  /// Bytes of the longest answer.
  private static let limit = 8_192

  /// The status and the body; nil if the server does not answer in time.
  static func answer(from path: String, target: String, seconds: Int) -> (status: Int, body: [UInt8])? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    guard descriptor >= 0, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    defer { close(descriptor) }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    var patience = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    let request = Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard isConnected, send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      return nil
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1_024)
    while bytes.count < limit {
      let count = recv(descriptor, &piece, piece.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    let head = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n\r\n", maxSplits: 1)
    guard let status = head.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return nil
    }
    return (status, Array(head.dropFirst().first?.utf8 ?? "".utf8[...]))
  }
}
