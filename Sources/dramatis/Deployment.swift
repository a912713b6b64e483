import Catalogs
import Dispatch
import Feeds
import Flags
import HTTPServer
import LocalNetwork
import Operations
import ShowFiles
import Website

/// One show being served: read from its file, put together, and listening.
final class Deployment: Sendable {
  /// The addresses at which others reach it.
  let urls: [String]
  /// The best of them; nil if only this machine reaches it.
  let invitation: String?

  private let parts: ShowParts
  private let show: ServedShow
  private let watch: Watch
  private let servers: [Server]
  /// Redirects plain http to https.
  private let redirect: Server?
  /// Locked until the end.
  private let stateFolder: StateFolder
  private let healthcheck = Healthcheck(userAgent: Usage.agent)
  /// The address at which this machine itself asks for its health.
  private let healthAddress: String

  /// Reads the show, finds data to start with, and listens.
  /// - Parameter sockets: listening sockets that were passed, used instead of the options' address.
  /// - Throws: `ConfigurationFaults`, or an error whose description is one sentence.
  init(options: Options, folders: Folders, keys: FeedKeySource, log: EventLog, sockets: [Int32] = []) throws {
    // What the file and the options say.
    let parts = ShowParts(options, folders, keys, log)
    let loaded = try parts.load()
    let addresses = try Addresses(options, loaded.show)
    let certificate = try options.tls?.load(report: log.warning)
    let location = try parts.location(loaded)
    let search = try parts.search(loaded)

    // What is kept on disk, and the data to start with.
    stateFolder = try StateFolder(path: folders.state)
    if let obstacle = stateFolder.obstacle {
      log.warning("cannot write to the state folder \(folders.state) (\(obstacle)); nothing new is kept")
    }
    let meters = Meters(version: Version.number)
    let resources = ResourceReading(of: loaded.show, in: folders.resources, locales: folders.locales)
    let start = try parts.start(loaded, location)
    if start.origin == .feed { meters.feed.count(.changed) }
    meters.feed.answered(start.source)
    let pictures = parts.pictures(loaded, location)
    let favorites =
      loaded.feed.catalog == nil
      ? nil : MeteredFavorites(parts.favorites(of: loaded.show), meters.favorites)

    // The site, which announces itself at the origins of its servers.
    let hosts = sockets.isEmpty ? [options.listen] : sockets.map { Server.address(of: $0) }
    let reachable = hosts.map { ReachableOrigins(listen: $0, isSecure: certificate != nil) }
    let origins: @Sendable () -> [String] = { reachable.flatMap(\.current) }
    let watch = Watch(meters: meters)
    let reports = OperatorReports(
      scrapers: options.metricsFrom, health: watch.health,
      metrics: { (Exposition.mediaType, watch.metrics($0)) })
    let catalog = start.catalog ?? parts.catalog(loaded, start.content ?? FeedContent(entries: []))
    let site = try Site(
      show: loaded.show, catalog: catalog, provenance: start.provenance,
      addresses: addresses, resources: resources, pictures: pictures, search: search?.pages,
      favorites: favorites, former: parts.former, reports: reports, report: log.warning,
      ownHosts: { MachineNames.all }, origins: origins)
    let show = ServedShow(
      site, parts, location, meters.feed,
      ServedShow.State(loaded: loaded, content: start.content, pictures: pictures, search: search))

    // The servers: the site's, and the one that leads to them from plain http.
    var configuration = ServerConfiguration(options, loaded.show, site, certificate, log)
    configuration.unlogged = addresses.healthTargets
    configuration.completed = meters.requests.count
    let servers = try (sockets.isEmpty ? [nil] : sockets.map { $0 }).map { socket in
      configuration.socket = socket
      return try Server(configuration) { site.answer($0) }
    }
    let port = servers.first?.port ?? 0
    redirect = try ServerConfiguration(redirecting: options, site).map { configuration in
      try Server(configuration) { site.redirectToHTTPS($0, port: port) }
    }

    // What is known only now that they listen.
    for (origins, server) in zip(reachable, servers) { origins.listens(on: server.port) }
    urls = origins().map { $0 + addresses.list() }
    invitation = site.invitation
    let host = HealthAddress.host(hosts.first ?? nil)
    healthAddress = "\(certificate == nil ? "http" : "https")://\(host):\(port)\(addresses.health)"
    (self.parts, self.show, self.watch, self.servers) = (parts, show, watch, servers)
    watch.look(
      connections: { [weak self] in self?.connections ?? (0, 0) }, pictures: { [weak show] in show?.pictures }
    )
    if start.catalog == nil, let digest = start.digest {
      DispatchQueue(label: "dramatis.index", qos: .utility).async { show.keep(catalog, of: digest) }
    }
    if let feed = start.asked {
      show.keepFresh(feed, askingAtOnce: start.origin != .feed, serving: start)
    }
  }

  /// Its health in a few words.
  var health: String { watch.health(show.site.status) }

  private var connections: (open: Int, accepted: UInt64) {
    servers.map(\.connections).reduce((0, 0)) { ($0.0 + $1.open, $0.1 + $1.accepted) }
  }

  /// Whether it answers at its own address, and none of its threads has been busy with one request for too
  /// long.
  var isWell: Bool {
    servers.allSatisfy { $0.longestCall < Self.longestCall && $0.longestWork < Self.longestWork }
      && (try? healthcheck.answer(of: healthAddress)) != nil
  }

  /// Seconds after which a polling thread counts as stuck: it never waits for anything.
  private static let longestCall = 10.0
  /// Seconds after which a worker counts as stuck: it may wait for a disk that is slow.
  private static let longestWork = 60.0

  /// Finishes the answers in flight and ends everything.
  func stop() {
    redirect?.stop(within: 0)
    let ending = DispatchGroup()
    for server in servers {
      // Less than the five seconds after which service managers often kill.
      DispatchQueue(label: "dramatis.ending").async(group: ending) { server.stop(within: 4) }
    }
    ending.wait()
    show.stop()
  }

  /// Reads the certificate, the show's file, templates and public files again.
  /// - Returns: the first fault; what it concerns is then served as before.
  func reload() -> String? {
    let fault = reloadCertificate()
    do {
      try show.reload()
      parts.log.info("reloaded \(parts.file.path)")
      return fault
    } catch {
      let lines = (error as? ConfigurationFaults)?.lines ?? ["\(error)"]
      for line in lines { parts.log.error("not reloaded: \(line)") }
      return fault ?? lines.first
    }
  }

  private func reloadCertificate() -> String? {
    do throws(TLSError) {
      if let certificate = try parts.options.tls?.load(report: parts.log.warning) {
        for server in servers { server.use(certificate) }
      }
      return nil
    } catch {
      parts.log.error("not reloaded: \(error)")
      return "\(error)"
    }
  }
}
