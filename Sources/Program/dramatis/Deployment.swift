import Dispatch
import HTTPServer
import Operations
import ShowFiles
import System
import Website

/// What is served, and the servers that it is served by.
final class Deployment: Sendable {
  /// The addresses at which others reach it.
  let urls: [String]
  /// The best of them; nil if only this machine reaches it.
  let invitation: String?

  private let front: any Front
  private let options: Options
  private let log: EventLog
  private let servers: [Server]
  /// Redirects plain http to https.
  private let redirect: Server?
  private let healthcheck = Healthcheck(userAgent: Usage.agent)
  /// The address at which this machine itself asks whether it is alive.
  private let ownAddress: String

  /// Reads the show or the shows, finds data to start with, and listens.
  /// - Parameter sockets: listening sockets that were passed, used instead of the options' address.
  /// - Throws: `ConfigurationFaults`, or an error whose description is one sentence.
  init(
    options: Options, environment: [String: String], program: String, log: EventLog, sockets: [Int32] = []
  ) throws {
    let certificate = try options.tls?.load(report: log.warning)

    // What is served, which announces itself at the origins of its servers.
    let hosts = sockets.isEmpty ? [options.listen] : sockets.map { Server.address(of: $0) }
    let reachable = hosts.map { ReachableOrigins(listen: $0, isSecure: certificate != nil) }
    let origins: @Sendable () -> [String] = { reachable.flatMap(\.current) }
    let watch = Watch(version: Version.number)
    let keys = FeedKeySource(file: options.feedKeyFile, environment: environment)
    let database = DatabaseSource(file: options.databaseFile, environment: environment)
    let front: any Front
    if options.isShelf {
      let parts = try ShelfParts(
        options, environment: environment, program: program, keys: keys, database: database, log: log)
      front = try ServedShelf(parts, watch: watch, origins: origins)
    } else {
      let folders = Folders(options: options, environment: environment, program: program)
      let parts = ShowParts(options, folders, keys, database, log)
      front = LoneShow(show: try ServedShow(parts, watch: watch, origins: origins))
    }
    let site = front.site

    // The servers: that of the pages, and the one that leads to them from plain http.
    var configuration = ServerConfiguration(options, front, certificate, log)
    configuration.unlogged = site.addresses.healthTargets
    let servers = try (sockets.isEmpty ? [nil] : sockets.map { $0 }).map { socket in
      configuration.socket = socket
      return try Server(configuration) { front.answer($0) }
    }
    let port = servers.first?.port ?? 0
    redirect = try ServerConfiguration(redirecting: options, site).map { configuration in
      try Server(configuration) { site.redirectToHTTPS($0, port: port) }
    }

    // What is known only now that they listen.
    for (origins, server) in zip(reachable, servers) { origins.listens(on: server.port) }
    urls = origins().map { $0 + site.addresses.list() }
    invitation = site.invitation
    let host = HealthAddress.host(hosts.first ?? nil)
    ownAddress =
      "\(certificate == nil ? "http" : "https")://\(host):\(port)\(site.addresses.alive)"
    (self.front, self.options, self.log, self.servers) = (front, options, log, servers)
    watch.look(
      connections: { [weak self] in self?.connections ?? (0, 0) },
      shows: { [weak self] in self?.front.figures ?? [] })
    front.begin()
  }

  /// Its health in a few words.
  var health: String { front.health.words }

  private var connections: (open: Int, accepted: UInt64) {
    servers.map(\.connections).reduce((0, 0)) { ($0.0 + $1.open, $0.1 + $1.accepted) }
  }

  /// Whether it answers at its own address, and none of its threads has been busy with one request for too
  /// long.
  var isWell: Bool {
    servers.allSatisfy { $0.longestCall < Self.longestCall && $0.longestWork < Self.longestWork }
      && (try? healthcheck.answer(of: ownAddress)) != nil
  }

  /// Seconds after which a polling thread counts as stuck: it never waits for anything.
  private static let longestCall = 10.0
  /// Seconds after which a worker counts as stuck: it may wait for a disk that is slow.
  private static let longestWork = 60.0

  /// Finishes the answers in flight and ends everything.
  /// - Returns: false if a list is still read or built, which is not waited for.
  func stop() -> Bool {
    redirect?.stop(within: 0)
    let ending = DispatchGroup()
    for server in servers {
      // Less than the five seconds after which service managers often kill.
      DispatchQueue(label: "dramatis.ending").async(group: ending) { server.stop(within: 4) }
    }
    ending.wait()
    let (front, stopping) = (front, DispatchGroup())
    return startThread(in: stopping) { front.stop() }
      && stopping.wait(timeout: .now() + Self.patience) == .success
  }

  /// Seconds for feeds and pictures to end.
  private static let patience = 0.5

  /// Reads the certificate, the shows' files, templates and public files again.
  /// - Returns: the first fault; what it concerns is then served as before.
  func reload() -> String? {
    let faults = [reloadCertificate(), front.reload()]
    return faults.lazy.compactMap(\.self).first
  }

  private func reloadCertificate() -> String? {
    do throws(TLSError) {
      if let certificate = try options.tls?.load(report: log.warning) {
        for server in servers { server.use(certificate) }
      }
      return nil
    } catch {
      log.error("not reloaded: \(error)")
      return "\(error)"
    }
  }
}
