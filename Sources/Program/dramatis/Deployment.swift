import Dispatch
import HTTPServer
import Operations
import ShowFiles
import System
import Website

/// Everything that is served, and its servers.
final class Deployment: Sendable {
  /// Addresses under which others reach it.
  let urls: [String]
  /// The best of them; nil if only this machine reaches it.
  let invitation: String?

  private let serving: any Serving
  private let launch: Launch
  private let servers: [Server]
  /// Nil for plain http.
  private let certificate: CertificateWatch?
  /// Redirects plain http to https.
  private let redirect: Server?
  private let healthcheck = Healthcheck(userAgent: Usage.agent)
  /// The address that the watchdog requests.
  private let ownAddress: String

  /// Reads the show or the shows, finds data to start with, and listens.
  /// - Parameter sockets: listening sockets that were passed, used instead of the options' address.
  /// - Throws: `ConfigurationFaults`, or an error whose description is one sentence.
  init(_ launch: Launch, sockets: [Int32] = []) throws {
    let options = launch.options
    let certificate = try options.tls?.load()

    // Everything that is served.
    let hosts = sockets.isEmpty ? [options.listen] : sockets.map { Server.address(of: $0) }
    // Others reach a Unix socket through a proxy, whose address is not known here.
    let socketPath = sockets.isEmpty && options.listen?.hasPrefix("unix:") == true ? options.listen : nil
    let reachable =
      socketPath == nil ? hosts.map { ReachableOrigins(listen: $0, isSecure: certificate != nil) } : []
    let origins: @Sendable () -> [String] = { reachable.flatMap(\.current) }
    let composition = Composition(
      launch: launch, origins: origins, possibleOrigins: { reachable.flatMap(\.possible) })
    let serving = try composition.serving()
    let site = serving.site

    // The server of the pages, and the one that redirects to it from plain http.
    var configuration = composition.configuration(of: serving, certificate)
    let servers = try (sockets.isEmpty ? [nil] : sockets.map { $0 }).map { socket in
      configuration.socket = socket
      return try Server(configuration) { serving.answer($0) }
    }
    let port = servers.first?.port ?? 0
    redirect = try composition.redirectConfiguration(site).map { configuration in
      try Server(configuration) { site.redirectToHTTPS($0, port: port) }
    }

    // Known only now that the servers listen.
    for (origins, server) in zip(reachable, servers) { origins.listens(on: server.port) }
    urls = socketPath.map { [$0] } ?? origins().map { $0 + site.addresses.list() }
    invitation = site.invitation
    let host = HealthAddress.host(hosts.first ?? nil)
    let origin = socketPath ?? "\(certificate == nil ? "http" : "https")://\(host):\(port)"
    ownAddress = HealthAddress.address(origin, site.addresses.alive)
    (self.serving, self.launch, self.servers) = (serving, launch, servers)
    self.certificate = certificate.flatMap { certificate in
      options.tls.map { files in
        CertificateWatch(files, serving: certificate, launch.troubles, launch.log) { certificate in
          for server in servers { server.use(certificate) }
        }
      }
    }
    self.certificate?.start()
    composition.measure(
      connections: { [weak self] in self?.connections ?? (0, 0) }, certificate: self.certificate,
      shows: { [weak self] in self?.serving.figures ?? [] })
    serving.begin()
  }

  /// Whether a list is being read or built.
  var isReading: Bool { serving.isReading }
  /// Its health in a few words.
  var health: String { serving.health.words }

  private var connections: (open: Int, accepted: UInt64) {
    servers.map(\.connections).reduce((0, 0)) { ($0.0 + $1.open, $0.1 + $1.accepted) }
  }

  /// Whether it answers at its own address, and no thread has been busy with one request for too long.
  var isWell: Bool {
    servers.allSatisfy { $0.longestCall < Self.longestCall && $0.longestWork < Self.longestWork }
      && (try? healthcheck.answer(of: ownAddress)) != nil
  }

  /// Seconds after which a polling thread counts as stuck: it never waits for anything.
  private static let longestCall = 10.0
  /// Seconds after which a worker counts as stuck: it may wait for a disk that is slow.
  private static let longestWork = 60.0

  /// Finishes the answers in flight and stops everything, except a list that is still being read or built.
  func stop() {
    redirect?.stop(within: 0)
    let ending = DispatchGroup()
    for server in servers {
      // Less than the five seconds after which service managers often kill.
      startThread(in: ending) { server.stop(within: 4) }
    }
    ending.wait()
    let (serving, stopping) = (serving, DispatchGroup())
    if !isReading, startThread(in: stopping, { serving.stop() }) {
      _ = stopping.wait(timeout: .now() + Self.patience)
    }
  }

  /// Seconds for feeds and pictures to end.
  private static let patience = 0.5

  /// Reads the shows' files, templates, public files and the certificate again. A fault is a part of the health, and
  /// what has the fault is served as before.
  func reload() {
    var fault = serving.reload()
    do throws(TLSError) {
      try certificate?.reload()
    } catch {
      launch.log.error("not reloaded: \(error)")
      fault = fault ?? "\(error)"
    }
    launch.troubles[.reload] = fault.map { "not reloaded: \($0)" }
  }
}
