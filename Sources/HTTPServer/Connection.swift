import CMicroHTTPD
import Glibc
import IPAddresses
import Synchronization

/// One accepted connection, from the library's opening notification to its closing one.
///
/// Only the polling thread that owns the connection touches ``lingers``, only the watch thread touches
/// ``waiting``, only the registry ``network``, under its lock; what several touch is atomic.
final class Connection: @unchecked Sendable {
  let socket: Int32
  /// The address at the other end; nil if there is none.
  let address: IPAddress?
  /// Whether the other end is believed when it says for whom it asks.
  let isTrusted: Bool
  /// The certificate it began with, if it speaks TLS: it must outlive the session.
  let certificate: TLSCertificate?
  /// The network that it counts for; nil for a trusted proxy's that has not asked for anybody yet.
  var network: IPAddress?
  /// A refusal left bytes unread.
  var lingers = false
  /// What the watch thread saw at its last look.
  var waiting: (complete: UInt64, since: UInt64)?
  /// Bytes of all completely received requests; the top bit is set while the last of them is answered.
  private let progress = Atomic<UInt64>(0)
  private static let answering: UInt64 = 1 << 63

  /// When the handler was called that has not returned yet; 0 if none is at work.
  private let called = Atomic<UInt64>(0)

  /// The address as text, `-` if there is none.
  let peer: String

  init(socket: Int32, trusted: [AddressRange], certificate: TLSCertificate?) {
    self.socket = socket
    self.certificate = certificate
    let address = peerAddress(socket)
    self.address = address
    peer = address.map(\.description) ?? "-"
    isTrusted = address.map { address in trusted.contains { $0.contains(address) } } ?? false
    network = isTrusted ? nil : address?.network
  }

  /// A request of that many bytes is here completely.
  func received(bytes: Int) {
    let before = progress.load(ordering: .relaxed)
    let now = certificate == nil ? before &+ UInt64(truncatingIfNeeded: bytes) : receivedByKernel
    progress.store(now | Self.answering, ordering: .relaxed)
  }

  /// Records that a call of the handler begins now, until it ends.
  func during<Result>(from now: UInt64, _ call: () -> Result) -> Result {
    called.store(now, ordering: .relaxed)
    defer { called.store(0, ordering: .relaxed) }
    return call()
  }

  /// Nanoseconds for which the handler has been at work on a request; 0 if it is not.
  func callTime(now: UInt64) -> UInt64 {
    let start = called.load(ordering: .relaxed)
    return start == 0 || start > now ? 0 : now - start
  }

  /// What comes from now on belongs to a request.
  func handshakeEnded() {
    progress.store(receivedByKernel, ordering: .relaxed)
  }

  /// With TLS the bytes of requests are not those of the stream, so what came so far counts as theirs.
  private var receivedByKernel: UInt64 { UInt64(max(0, tcp_bytes_received(socket))) }

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

private func peerAddress(_ socket: Int32) -> IPAddress? {
  var address = sockaddr_storage()
  var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
  return withUnsafeMutablePointer(to: &address) { storage in
    storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      getpeername(socket, address, &size) == 0 ? IPAddress(address) : nil
    }
  }
}
