internal import CMicroHTTPD
internal import Dispatch
internal import Glibc
internal import Synchronization

/// An HTTP/1.1 server; runs from its creation to ``stop(within:)`` or the end of its last reference.
///
/// The handler is called on the polling threads, several at a time, and must not wait for anything; see
/// ``Answer/later(_:)`` for what does. The process ignores `SIGPIPE` from then on.
public final class Server: Sendable {
  /// Where it listens; the one that was taken when 0 was asked for.
  public var port: UInt16 { listener.port }

  private let listener: ListeningSocket
  private let service: Service
  private let log: AccessLog?
  private let daemon: Daemon
  private let watch: DeadlineWatch
  private let isStopped = Mutex(false)

  public init(
    _ configuration: ServerConfiguration, handler: @escaping @Sendable (Request) -> Answer
  ) throws(ServerError) {
    signal(SIGPIPE, SIG_IGN)
    listener = try ListeningSocket(address: configuration.listen, port: configuration.port)
    service = Service(configuration, handler: handler)
    log = configuration.log
    guard let daemon = Daemon(configuration, listener: listener, service: service) else {
      service.workers.close()
      service.lingering.end()
      throw .cannotStart
    }
    self.daemon = daemon
    watch = DeadlineWatch(service.connections, seconds: configuration.requestTimeout)
  }

  deinit {
    stop(within: 0)
  }

  /// Takes another certificate from the next connection on. Does nothing for a server without TLS.
  public func use(_ certificate: TLSCertificate) {
    service.use(certificate)
  }

  /// Stops accepting at once, lets the requests in flight finish, then closes what is left.
  ///
  /// Returns when all that is done. Answers that workers have not made in time are replaced by 503; the
  /// workers themselves are not waited for. A second call does nothing.
  public func stop(within seconds: Double) {
    isStopped.withLock { isStopped in
      guard !isStopped else { return }
      isStopped = true
      daemon.stopAccepting()
      listener.refuseConnections()
      service.closeAfterAnswers()
      wait(seconds)
      service.workers.close()
      wait(0.2)
      daemon.end()
      watch.end()
      service.lingering.end()
      log?.flush()
    }
  }

  private func wait(_ seconds: Double) {
    let limit = monotonicNanoseconds() &+ UInt64(max(0, min(seconds, 86_400)) * 1e9)
    while service.connections.isBusy, monotonicNanoseconds() < limit {
      usleep(5_000)
    }
  }
}
