/// The limits of connections in one place: their number, their time, the memory of their answers.
struct ConnectionLimits: Sendable {
  /// Connections in all, and of one network.
  var connections: Int
  var perNetwork: Int
  /// Nanoseconds from a request's first byte to its last.
  var request: UInt64
  /// Nanoseconds from an answer's first byte to its last.
  var answer: UInt64
  /// Bytes per second at which an answer must be taken, once ``grace`` is over.
  var leastRate: Int
  /// Bytes of answers that are held until they are taken: of all, and of one network.
  var held: Int
  /// More than the six pictures of 5 MB, the largest there are, that one browser asks for at a time.
  var heldPerNetwork: Int { held / 2 }

  /// TLS handshakes that a network may begin at once, more than the six of a browser; further ones wait.
  static let handshakes: UInt64 = 8
  /// Nanoseconds from its turn for a client to begin; later it needs another turn, or many would begin at once.
  static let handshakeDelay: Int64 = 250_000_000
  /// Bytes of large bodies that are arriving, a quarter of which one network may have.
  static let bodies = 16 << 20
  /// Connections beyond the limit, for those being closed and for this machine's own health check.
  static let reserve = 64
  /// The part of the reserve for this machine itself, so that clients do not delay its watchdog.
  static let loopbackReserve = 8
  /// Nanoseconds before an answer's rate counts: a device may lose its Wi-Fi for as long.
  static let grace: UInt64 = 10_000_000_000
  /// Bytes up to which answers are not counted as held: the number of connections bounds them to 16 MB.
  static let smallAnswer = 16 << 10
  /// Nanoseconds for which a connection must be idle before another of its own network replaces it; otherwise
  /// it could never finish sending a request.
  static let quiet: UInt64 = 1_000_000_000
  /// Nanoseconds after which one that takes an answer counts as slow: most are taken in less than one second.
  static let slow: UInt64 = 5_000_000_000

  init(_ configuration: ServerConfiguration, connections: Int) {
    self.connections = connections
    perNetwork = max(1, configuration.connectionsPerNetwork)
    request = Self.nanoseconds(configuration.requestTimeout)
    answer = Self.nanoseconds(configuration.answerTimeout)
    leastRate = configuration.leastRate
    held = configuration.answerMemory
  }

  /// Whether a client that has taken this many bytes of an answer in this time is closed.
  func isTooSlow(taken: Int64, in nanoseconds: UInt64) -> Bool {
    guard nanoseconds > Self.grace else { return nanoseconds > answer }
    return nanoseconds > answer || Double(taken) < Double(nanoseconds - Self.grace) / 1e9 * Double(leastRate)
  }

  private static func nanoseconds(_ seconds: Int) -> UInt64 {
    UInt64(clamping: max(1, seconds)) &* 1_000_000_000
  }
}
