/// One request on its way through the library's callbacks, from its request line to its completion.
///
/// Only the polling thread that owns the connection touches it.
final class Exchange {
  enum Stage {
    case begun
    case receiving
    /// On a worker thread; the library calls again when it has resumed the connection.
    case suspended(PendingAnswer)
    case answered
  }

  /// Path and query as they stood on the request line.
  var target: [UInt8]
  /// The host that stood before them there, as clients of proxies write it.
  var authority: String?
  var stage = Stage.begun
  /// `nil`: known not to be one of ours.
  var method: Method?
  /// What a trusted proxy says.
  var forwarding: Forwarding?
  var isVersion10 = false
  var isChunked = false
  /// The headers that are lists.
  var lists = ListHeader.Seen()
  /// Bytes of request line and headers.
  var headSize = 0
  var body: [UInt8] = []
  /// Bytes that the body may have.
  var bodyLimit = 0
  /// Whether it counts among the large bodies.
  var isLarge = false
  /// Whether its answer counts among those that are held.
  var isHeld = false
  /// What was sent: status, and the length of the body that followed. 0: nothing.
  var status = 0
  var sentBytes = 0
  /// What the handler counts it as.
  var kind = 0
  /// When the request was here; 0 before.
  var completeAt: UInt64 = 0

  init(target: [UInt8]) {
    self.target = target
  }
}
