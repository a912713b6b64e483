import CMicroHTTPD
import Glibc
import Synchronization

/// One accepted connection, from the library's opening notification to its closing one.
///
/// Only the polling thread that owns the connection touches ``peer`` and ``lingers``, only the watch thread
/// touches ``waiting``; what both touch is atomic.
final class Connection: @unchecked Sendable {
  let socket: Int32
  /// A refusal left bytes unread.
  var lingers = false
  /// What the watch thread saw at its last look.
  var waiting: (complete: UInt64, since: UInt64)?
  /// Bytes of all completely received requests; the top bit is set while the last of them is answered.
  private let progress = Atomic<UInt64>(0)
  private static let answering: UInt64 = 1 << 63

  lazy var peer = numericPeer(socket)

  init(socket: Int32) {
    self.socket = socket
  }

  /// A request of that many bytes is here completely.
  func received(bytes: Int) {
    let before = progress.load(ordering: .relaxed)
    progress.store((before &+ UInt64(truncatingIfNeeded: bytes)) | Self.answering, ordering: .relaxed)
  }

  /// The answer has left.
  func answered() {
    progress.store(progress.load(ordering: .relaxed) & ~Self.answering, ordering: .relaxed)
  }

  enum State: Equatable {
    /// No byte of a further request has arrived.
    case idle
    /// A request has begun and is not complete; `after` that many bytes of complete ones.
    case receiving(after: UInt64)
    case answering
  }

  /// What the connection does now. Cost: one system call unless it answers.
  var state: State {
    let progress = progress.load(ordering: .relaxed)
    if progress & Self.answering != 0 { return .answering }
    return tcp_bytes_received(socket) > Int64(progress) ? .receiving(after: progress) : .idle
  }
}

/// The address at the other end as text, `-` where there is none.
private func numericPeer(_ socket: Int32) -> String {
  var address = sockaddr_storage()
  var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
  return withUnsafeMutablePointer(to: &address) { storage in
    storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      guard getpeername(socket, address, &size) == 0 else { return "-" }
      return numericName(address, size)
    }
  }
}

/// A numeric address as text; an IPv4 address in its IPv6 form is shown as IPv4.
func numericName(_ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> String {
  var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
    return "-"
  }
  let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  return name.hasPrefix("::ffff:") && name.contains(".") ? String(name.dropFirst(7)) : name
}
