/// One request of a connection; reused for the next one.
///
/// Only the polling thread that owns the connection touches it, so accesses are not checked for exclusivity.
final class Exchange {
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
  var isChunked = false
  /// Whether a header that is a list may stand twice.
  var mayRepeatLists = false
  var headSize = 0
  @exclusivity(unchecked) var body: [UInt8] = []
  /// Bytes that the body may have.
  var bodyLimit = 0
  /// Whether it counts among the large bodies.
  var isLarge = false
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
    (method, isVersion10, isChunked, headSize, bodyLimit) = (nil, false, false, 0, 0)
    (isLarge, isHeld, status, sentBytes, kind, completeAt) = (false, false, 0, 0, 0, 0)
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
