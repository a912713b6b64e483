import Dispatch
import HTTPServer
import Operations
import ShowFiles
import System
import Website

/// The servers of the program, and the shelf that they serve.
final class Servers: Sendable {
  let shelf: RunningShelf
  private let shared: SharedParts
  private let servers: [Server]
  /// Redirects plain http to https.
  private let redirect: Server?

  /// Seconds for feeds and pictures to end.
  private static let patience = 0.5

  /// Reads the show or the shows, finds data to start with, and listens.
  /// - Parameter sockets: listening sockets that were passed, used instead of the options' address.
  /// - Throws: `ConfigurationFaults`, or an error whose description is one sentence.
  init(_ options: Options, _ log: EventLog, sockets: [Int32], opened: OpenedAnswer?) throws {
    let certificate = try options.tls.map(ServedCertificate.init)
    // Others reach a Unix socket through a proxy, whose address is not known here.
    let socketPath = sockets.isEmpty && options.listen?.hasPrefix("unix:") == true ? options.listen : nil
    let hosts = sockets.isEmpty ? [options.listen] : sockets.map { Server.address(of: $0) }
    let reachable =
      socketPath == nil ? hosts.map { ReachableOrigins(listen: $0, isSecure: certificate != nil) } : []
    let shared = SharedParts(options, log, certificate, reachable, opened: opened)
    let shelf = try RunningShelf(shared)

    var configuration = Self.configuration(shelf, shared)
    let servers = try (sockets.isEmpty ? [nil] : sockets.map { $0 }).map { socket in
      configuration.socket = socket
      return try Server(configuration) { shelf.answer($0) }
    }
    let port = servers.first?.port ?? 0
    redirect = try options.redirectPort.map { own in
      try Server(Self.redirectConfiguration(own, shelf.front, options)) {
        shelf.front.redirectToHTTPS($0, port: port)
      }
    }

    // Known only now that the servers listen.
    for (origins, server) in zip(reachable, servers) { origins.listens(on: server.port) }
    (self.shelf, self.shared, self.servers) = (shelf, shared, servers)
    shared.metrics.withLock {
      $0 = {
        Exposition.text(
          of: shelf.figures, connections: servers.reduce(0) { $0 + $1.connections.open },
          version: Version.number)
      }
    }
    if let warning = certificate?.warning { log.warning(warning) }
  }

  /// Addresses under which others reach it, or its Unix socket.
  var urls: [String] {
    let origins = shared.reachable.flatMap(\.current).map { $0 + shelf.front.addresses.list() }
    return shared.reachable.isEmpty ? [shared.options.listen].compactMap(\.self) : origins
  }

  /// The best of them; nil if only this machine reaches it.
  var invitation: String? { shelf.front.invitation }

  /// One pool for all servers of the program.
  private static let workers = Workers()

  /// The server of the pages. Options override the show's file, which overrides the defaults.
  private static func configuration(_ shelf: RunningShelf, _ shared: SharedParts) -> ServerConfiguration {
    let options = shared.options
    var configuration = ServerConfiguration(listen: options.listen, port: options.port ?? shelf.port)
    if let threads = options.threads { configuration.threads = threads }
    if let connections = options.connections { configuration.connections = connections }
    if let limit = options.connectionsPerAddress { configuration.connectionsPerNetwork = limit }
    configuration.trustedProxies = options.trustedProxies
    configuration.workers = workers
    configuration.certificate = shared.certificate?.current
    configuration.headers = Site.headers
    configuration.unlogged = shelf.front.addresses.healthTargets
    configuration.refusal = { shelf.front.refusal($0, to: $1) }
    configuration.allowed = { shelf.allowed($0) }
    configuration.completed = { shelf.count($0) }
    configuration.warn = { [log = shared.log] in log.warning($0) }
    if options.log != "none" { configuration.log = AccessLog(prefix: shared.log.prefix) }
    return configuration
  }

  /// The server that redirects plain http to https.
  private static func redirectConfiguration(
    _ port: UInt16, _ site: Site, _ options: Options
  ) -> ServerConfiguration {
    var configuration = ServerConfiguration(listen: options.listen, port: port, threads: 2)
    (configuration.connections, configuration.connectionsPerNetwork) = (100, 50)
    (configuration.idleTimeout, configuration.requestTimeout) = (10, 10)
    configuration.headers = Site.headers
    configuration.refusal = { site.refusal($0, to: $1) }
    configuration.trustedProxies = options.trustedProxies
    configuration.workers = workers
    return configuration
  }

  /// Finishes the answers in flight and stops everything, except a list that is still being read or built.
  func stop() {
    redirect?.stop(within: 0)
    let ending = DispatchGroup()
    for server in servers {
      // Less than the five seconds after which service managers often kill.
      startThread(in: ending) { server.stop(within: 4) }
    }
    ending.wait()
    let (shelf, stopping) = (shelf, DispatchGroup())
    if !shelf.isReading, startThread(in: stopping, { shelf.stop() }) {
      _ = stopping.wait(timeout: .now() + Self.patience)
    }
  }

  /// Reads the shows' files, templates, public files and the certificate again. A fault is a part of the health, and
  /// what has the fault is served as before.
  func reload() {
    var fault = shelf.reload()
    do throws(TLSError) {
      if let certificate = try shared.certificate?.reload() {
        for server in servers { server.use(certificate) }
        if let warning = shared.certificate?.warning { shared.log.warning(warning) }
      }
    } catch {
      shared.log.error("not reloaded: \(error)")
      fault = fault ?? "\(error)"
    }
    shared.troubles[.reload] = fault.map { "not reloaded: \($0)" }
  }
}
