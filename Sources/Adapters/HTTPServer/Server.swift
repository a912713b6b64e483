internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
internal import System

/// An HTTP/1.1 server; runs from its creation to ``stop(within:)`` or the end of its last reference.
///
/// The handler is called on the polling threads, several at a time, and must not wait for anything; an answer
/// that waits is an ``Answer/later(_:)``. The process ignores `SIGPIPE` from then on.
public final class Server: Sendable {
  /// The port it listens on, also if 0 was asked for.
  public var port: UInt16 { listener.port }

  private let listener: ListeningSocket
  private let service: Service
  private let log: AccessLog?
  private let threads: [PollingThread]
  private let acceptor: Acceptor
  private let isStopped = Mutex(false)

  public init(
    _ configuration: ServerConfiguration, handler: @escaping @Sendable (Request) -> Answer
  ) throws(ServerError) {
    signal(SIGPIPE, SIG_IGN)
    listener =
      if let socket = configuration.socket {
        ListeningSocket(shared: socket)
      } else {
        try ListeningSocket(address: configuration.listen, port: configuration.port)
      }
    service = Service(configuration, handler: handler)
    log = configuration.log
    // At least two, so that one that never comes back from a request leaves another.
    let count = max(2, min(configuration.threads, 256))
    threads = (0..<count).compactMap { [service] _ in PollingThread(configuration, service: service) }
    guard threads.count == count,
      let acceptor = Acceptor(listener, for: threads, service.connections, configuration)
    else {
      for thread in threads { thread.end() }
      service.endWaits()
      service.sweep.end()
      throw .cannotStart
    }
    self.acceptor = acceptor
  }

  deinit {
    stop(within: 0)
  }

  /// Takes another certificate from the next connection on. Does nothing for a server without TLS.
  public func use(_ certificate: TLSCertificate) {
    service.use(certificate)
  }

  /// The number of open connections, and of all that were ever accepted.
  public var connections: (open: Int, accepted: UInt64) { service.connections.counts }

  /// Bytes of large answers that are held until they are taken.
  public var heldBytes: Int { service.connections.heldBytes }

  /// The numeric address that a listening socket is bound to; `0.0.0.0` or `::` for every one.
  public static func address(of socket: Int32) -> String {
    boundAddress(of: socket).map { "\($0.address)" } ?? "::"
  }

  /// Accepts no further connections, answers the ones it has accepted, then closes them.
  ///
  /// Returns when all that is done. Answers that workers have not made in time are replaced by 503; the
  /// workers themselves may go on. A second call does nothing.
  public func stop(within seconds: Double) {
    isStopped.withLock { isStopped in
      guard !isStopped else { return }
      isStopped = true
      service.isEnding.store(true, ordering: .relaxed)
      listener.removeFile()
      let quiet: UInt64 = seconds > 0 ? 100_000_000 : 0
      let begin = MonotonicClock.awake.seconds
      // Handshakes that have begun take the time of a round trip.
      let isQuiet =
        !listener.isShared
        && wait(
          min(seconds, 1), while: { listener.hasWaiting || service.connections.isBusy }, quiet: quiet)
      acceptor.end()
      let left = seconds - (MonotonicClock.awake.seconds - begin)
      if !isQuiet { wait(left, while: { service.connections.isBusy }, quiet: quiet) }
      service.endWaits()
      wait(0.2, while: { service.connections.isBusy })
      for thread in threads { thread.end() }
      service.sweep.end()
      log?.flush()
    }
  }

  /// Waits until a condition has not been true for `quiet` nanoseconds; `false` if the time runs out first.
  @discardableResult
  private func wait(_ seconds: Double, while isTrue: () -> Bool, quiet: UInt64 = 0) -> Bool {
    var now = MonotonicClock.awake.nanoseconds
    let limit = now &+ UInt64(max(0, min(seconds, 86_400)) * 1e9)
    var lastTrue = now
    while now < limit {
      if isTrue() { lastTrue = now } else if now - lastTrue >= quiet { return true }
      usleep(2_000)
      now = MonotonicClock.awake.nanoseconds
    }
    return false
  }
}

/// Why a server did not start.
public enum ServerError: Error, Equatable, CustomStringConvertible {
  /// The address is not a numeric IPv4 or IPv6 address.
  case badAddress(String)
  /// The address or port cannot be listened on; `reason` is the system's own words.
  case cannotListen(address: String, port: UInt16, reason: String)
  /// A Unix socket cannot be listened on.
  case badSocket(String, reason: String)
  /// Its threads do not start; libmicrohttpd gives no reason.
  case cannotStart

  public var description: String {
    switch self {
    case .badSocket(let path, let reason): "cannot listen on unix:\(path): \(reason)"
    case .badAddress(let text): "not a numeric IPv4 or IPv6 address: \(text)"
    case .cannotListen(let address, let port, let reason):
      "cannot listen on \(address) port \(port): \(reason)"
        + (ListeningSocket.free(after: port, on: address, reason).map { free in
          "; port \(free) is free"
        } ?? "")
    case .cannotStart: "no room for its threads: raise ulimit -v (LimitAS) or -u (TasksMax)"
    }
  }
}
