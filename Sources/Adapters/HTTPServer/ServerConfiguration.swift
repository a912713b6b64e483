import Glibc
public import System

/// The address, the limits and the common headers of a server.
public struct ServerConfiguration: Sendable {
  /// A numeric address, or `unix:` and the path of a socket for a proxy on this machine. `nil`, the default: every
  /// address, IPv6 and IPv4 (IPv4 alone if there is no IPv6).
  public var listen: String?
  /// 0, the default, takes a free one.
  public var port: UInt16
  /// A listening socket that another process opened; address and port are ignored then. Default: none.
  public var socket: Int32?
  /// Polling threads, at least 2. Default: one a processor.
  public var threads: Int
  /// Threads for answers that take long; servers of one program share them. Default: this server's own.
  public var workers = Workers()
  /// Connections in all; fewer if the limit of open files requires it. Beyond the limit, an idle or slow one
  /// of the network with the most is closed, else the new one. Default ``defaultConnections``.
  public var connections = defaultConnections
  /// Connections of one network (``IPAddress/network``). Beyond the limit, an idle or slow one of the network
  /// is closed, else the new one. A trusted proxy's count for its visitors; beyond the limit a request is
  /// answered 503.
  public var connectionsPerNetwork = defaultConnectionsPerNetwork
  /// Proxies whose `X-Forwarded-For`, `-Proto`, `-Host` and `-Port` are believed. Default: none.
  public var trustedProxies: [AddressRange] = []
  /// With it the server speaks TLS 1.2 and 1.3 and nothing else; `nil`, the default, plain http.
  public var certificate: TLSCertificate?
  /// Seconds without traffic after which a connection is closed. Default 30.
  public var idleTimeout = 30
  /// Seconds from a request's first byte to its last, after which the connection is closed. Default 30.
  public var requestTimeout = 30
  /// Seconds from an answer's first byte to its last, after which the connection is closed. Default 300.
  public var answerTimeout = 300
  /// Bytes per second of an answer below which the connection is closed, on average after ten seconds. Default 1,024: a
  /// tenth of the slowest networks.
  public var leastRate = 1_024
  /// Bytes of answers over 16 KB that are held until they are taken; one network may have half of it. Beyond
  /// it the slowest connections are closed; if there is none, the request is answered 503. Default 64 MB.
  public var answerMemory = 64 << 20
  /// Bytes of request line and headers together; more is answered 431 or 414. Default 16 KB.
  public var headerLimit = 16 * 1_024
  /// Bytes of a request's body; more is answered 413. Default 64 KB.
  public var bodyLimit = 64 * 1_024
  /// Headers of every answer, refusals included, unless the answer has one of the same name.
  public var headers: [(String, String)] = []
  /// Makes the answers the server gives by itself: 400, 405, 411, 413, 417, 431, 501, 503, 505.
  public var refusal: @Sendable (_ status: Int, _ request: Request) -> Response = { status, _ in
    Response.plainRefusal(status)
  }
  /// The value of `Allow` for a target, with a method that no address takes.
  public var allowed: @Sendable (_ target: [UInt8]) -> String = { _ in "GET, HEAD, POST" }
  /// Called with each completed request; `nil`, the default, for nothing.
  public var log: AccessLog?
  /// Called with what the operator should know; by default nothing.
  public var warn: @Sendable (String) -> Void = { _ in }
  /// Targets, exactly as on the request line, that are not logged if the answer is 200.
  public var unlogged: [String] = []
  /// Called with each completed request on its polling thread; must not wait for anything.
  public var completed: (@Sendable (CompletedRequest) -> Void)?

  public static let defaultConnections = 1_000
  public static let defaultConnectionsPerNetwork = 200

  public init(listen: String? = nil, port: UInt16 = 0, threads: Int = Processors.online) {
    self.listen = listen
    self.port = port
    self.threads = threads
  }
}

/// A request that is over, for metrics.
public struct CompletedRequest: Sendable {
  /// Path and query as they stood on the request line; empty if there was none.
  public let target: [UInt8]
  /// The kind that the handler has set; 0 if no handler was called.
  public let kind: Int
  public let status: Int
  /// From the request's last byte, or its refusal, to the last byte of the answer.
  public let nanoseconds: UInt64
}

public enum Processors {
  /// The number of processors that are switched on; at least 1.
  public static var online: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The limits of connections in one place: their number, their time, the memory of their answers.
struct ConnectionLimits: Sendable {
  /// Connections in all, and of one network.
  var connections: Int
  var perNetwork: Int
  /// Whether the limit of open files allows fewer connections than were asked for.
  let isBoundByFiles: Bool
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
    isBoundByFiles = connections < configuration.connections
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
