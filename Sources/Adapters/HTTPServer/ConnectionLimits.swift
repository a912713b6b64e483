/// What connections may cost, in one place: how many there are, how long they take, how much they hold.
struct ConnectionLimits: Sendable {
  /// Connections in all, and of one network.
  var connections: Int
  var perNetwork: Int
  /// Nanoseconds from a request's first byte to its last.
  var request: UInt64
  /// Nanoseconds from an answer's first byte to its last.
  var answer: UInt64
  /// Bytes of an answer that are taken in a second, once ``grace`` is over.
  var leastRate: Int
  /// Bytes of answers that are held for all who take them, and for those of one network.
  var held: Int
  /// More than the six pictures of 5 MB, the largest there are, that one browser asks for at a time.
  var heldPerNetwork: Int { held / 2 }

  /// Connections beyond those in all: for the ones that give way until the library has closed them, and for this
  /// machine's own look at its health.
  static let reserve = 64
  /// How many of these this machine itself may use, so that others do not delay its watchdog.
  static let loopbackReserve = 8
  /// Nanoseconds before an answer's rate counts: as long as a device may lose its Wi-Fi.
  static let grace: UInt64 = 10_000_000_000
  /// Bytes up to which answers are not counted as held: the number of connections bounds them to 16 MB.
  static let smallAnswer = 16 << 10
  /// Nanoseconds for which a connection must be quiet before it gives way to another of its own network, which
  /// could otherwise never finish sending a request.
  static let quiet: UInt64 = 1_000_000_000
  /// Nanoseconds after which one that takes an answer gives way to others: most are taken in less than one second.
  static let slow: UInt64 = 5_000_000_000

  init(_ configuration: ServerConfiguration, connections: Int) {
    self.connections = connections
    perNetwork = max(1, configuration.connectionsPerNetwork)
    request = Self.nanoseconds(configuration.requestTimeout)
    answer = Self.nanoseconds(configuration.answerTimeout)
    leastRate = configuration.leastRate
    held = configuration.answerMemory
  }

  /// Whether somebody who has taken so many bytes of an answer in such a time is cut off.
  func isTooSlow(taken: Int64, in nanoseconds: UInt64) -> Bool {
    guard nanoseconds > Self.grace else { return nanoseconds > answer }
    return nanoseconds > answer || Double(taken) < Double(nanoseconds - Self.grace) / 1e9 * Double(leastRate)
  }

  private static func nanoseconds(_ seconds: Int) -> UInt64 {
    UInt64(clamping: max(1, seconds)) &* 1_000_000_000
  }
}
