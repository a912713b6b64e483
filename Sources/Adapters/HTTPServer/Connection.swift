import CMicroHTTPD
import Glibc
import Synchronization
import System

/// One accepted connection, from the library's opening notification to its closing one.
///
/// Only the polling thread that owns the connection changes it; what all threads may see is atomic.
final class Connection: @unchecked Sendable {
  let handle: OpaquePointer
  let socket: Int32
  let thread: PollingThread
  /// The address at the other end; nil if there is none.
  let address: IPAddress?
  /// Whether the other end is believed when it says for whom it asks.
  let isTrusted: Bool
  /// The certificate it began with, if it speaks TLS: it must outlive the session.
  let certificate: TLSCertificate?
  /// The request that is received or answered. The polling thread's own, which debug builds check.
  var current: CurrentRequest {
    assert(thread.isCurrent)
    return own
  }
  private let own = CurrentRequest()
  /// The network that it counts for; nil for a trusted proxy's before its first request.
  var network: IPAddress?
  /// A refusal left bytes unread.
  var lingers = false
  /// Bytes of complete requests; the top bits say that the last is answered, and that its answer is sent.
  private let progress = Atomic<UInt64>(0)
  private static let answering: UInt64 = 1 << 63
  private static let sending: UInt64 = 1 << 62
  /// When it was opened, or its last answer had left.
  private let quiet = Atomic<UInt64>(MonotonicClock.awake.nanoseconds)

  /// The address as text, `-` if there is none.
  let peer: String

  init(
    _ handle: OpaquePointer, of thread: PollingThread, trusted: [AddressRange], certificate: TLSCertificate?
  ) {
    self.handle = handle
    socket = mhd_socket(handle)
    self.thread = thread
    self.certificate = certificate
    let isOfUnix = isUnixSocket(socket)
    let address = isOfUnix ? IPAddress.loopback : socketAddress(of: socket, getpeername)?.address
    self.address = address
    peer = address.map(\.description) ?? "-"
    isTrusted = isOfUnix || address.map { address in trusted.contains { $0.contains(address) } } ?? false
    network = isTrusted ? nil : address?.network
  }

  /// A request of that many bytes is here completely.
  func received(bytes: Int) {
    let before = progress.load(ordering: .relaxed)
    let now = certificate == nil ? before &+ UInt64(truncatingIfNeeded: bytes) : receivedByKernel
    progress.store(now | Self.answering, ordering: .relaxed)
  }

  /// Bytes from now on belong to a request.
  func handshakeEnded() {
    progress.store(receivedByKernel, ordering: .relaxed)
  }

  /// With TLS the bytes of requests are not those of the stream, so all bytes so far count as theirs.
  private var receivedByKernel: UInt64 { UInt64(max(0, tcp_bytes_received(socket))) }

  /// The answer is handed to the library.
  func sends() {
    progress.store(progress.load(ordering: .relaxed) | Self.answering | Self.sending, ordering: .relaxed)
  }

  func answered(now: UInt64) {
    quiet.store(now, ordering: .relaxed)
    progress.store(
      progress.load(ordering: .relaxed) & ~(Self.answering | Self.sending), ordering: .relaxed)
  }

  /// Whether the bytes of a handshake came later than their turn.
  func sentLate(now: UInt64) -> Bool {
    let sent = Int64(now) - tcp_silence(socket) * 1_000_000
    return sent - Int64(quietSince) > ConnectionLimits.handshakeDelay
  }

  enum State: Equatable {
    /// No byte of a further request has arrived.
    case idle
    /// A request has begun and is not complete; `after` that many bytes of complete ones.
    case receiving(after: UInt64)
    /// The answer to the request that ends after that many bytes is made.
    case making
    case sending(after: UInt64)
  }

  /// The state now. Cost: one system call unless it answers.
  var state: State {
    let progress = progress.load(ordering: .relaxed)
    if progress & Self.sending != 0 { return .sending(after: progress & ~(Self.answering | Self.sending)) }
    if progress & Self.answering != 0 { return .making }
    return tcp_bytes_received(socket) > Int64(progress) ? .receiving(after: progress) : .idle
  }

  /// When it was opened, or its last answer had left.
  var quietSince: UInt64 { quiet.load(ordering: .relaxed) }

  /// Whether a complete request is answered.
  var isAnswering: Bool { progress.load(ordering: .relaxed) & Self.answering != 0 }
}

/// One request of a connection; reused for the next one.
///
/// Only the polling thread that owns the connection touches it, so accesses are not checked for exclusivity.
final class CurrentRequest {
  enum Stage {
    case begun
    case receiving
    /// On a worker thread; the library calls again when it has resumed the connection.
    case suspended(PendingAnswer)
    case answered
  }

  /// Path and query as they stood on the request line.
  @exclusivity(unchecked) var target: [UInt8] = []
  /// The host that stood before them there, as clients of proxies write it.
  @exclusivity(unchecked) var authority: String?
  @exclusivity(unchecked) var stage = Stage.answered
  /// `nil`: known not to be one of ours.
  var method: Method?
  /// The statements of a trusted proxy.
  @exclusivity(unchecked) var forwarding: Forwarding?
  /// The host that replaces the header's: a trusted proxy's, or that of the request line (RFC 9112, 3.2.2).
  var statedHost: String? { forwarding?.host ?? authority }
  var isVersion10 = false
  /// Whether a header that is a list may stand twice.
  var mayRepeatLists = false
  var headSize = 0
  @exclusivity(unchecked) var body: [UInt8] = []
  /// Whether its answer counts among those that are held.
  var isHeld = false
  /// The status that was sent, and the length of the body that followed. 0: nothing.
  var status = 0
  var sentBytes = 0
  /// The kind that the handler has set.
  var kind = 0
  /// The moment when the request was here; 0 before.
  var completeAt: UInt64 = 0

  /// Bytes of a target whose memory is reused for the next one.
  private static let keptTarget = 512

  func begin(target line: UnsafeBufferPointer<UInt8>) {
    target.removeAll(keepingCapacity: true)
    target.append(contentsOf: line)
    stage = .begun
    (method, isVersion10, headSize) = (nil, false, 0)
    (isHeld, status, sentBytes, kind, completeAt) = (false, 0, 0, 0, 0)
  }

  /// The request is over: nothing of it is kept.
  func end() {
    stage = .answered
    if authority != nil { authority = nil }
    if forwarding != nil { forwarding = nil }
    if !body.isEmpty { body = [] }
    if target.count > Self.keptTarget { target = [] }
  }
}
