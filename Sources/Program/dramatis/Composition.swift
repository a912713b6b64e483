import Catalogs
import Feeds
import HTTPServer
import Operations
import Pictures
import ShowFiles
import System
import Website

/// The whole program put together: what is served, by which servers, and the parts of each show.
///
/// ``ShowParts`` makes the parts of one show that depend on its file: feed, pictures, favorites, search.
struct Composition: Sendable {
  let launch: Launch
  private let watch = Watch(version: Version.number)
  /// One pool for all servers of the program.
  private let workers = Workers()
  /// Seconds that a start waits for the list before it listens.
  private static let patience = 0.5
  /// Origins under which others reach the servers, best first; empty until they listen.
  let origins: @Sendable () -> [String]
  let possibleOrigins: @Sendable () -> [String]

  /// One show, or a shelf of several.
  /// - Throws: `ConfigurationFaults`, or an error whose description is one sentence.
  func serving() throws -> any Serving {
    guard launch.options.isShelf else {
      return SingleShowServer(show: try show(ShowParts(launch, launch.folders)))
    }
    return try ServedShelf(ShelfParts(launch), self)
  }

  /// Reads a show's file, finds the catalog to start with, and makes the show's site.
  /// - Throws: `ConfigurationFaults`, or an error whose description is one sentence.
  func show(_ parts: ShowParts) throws -> ServedShow {
    // The file and the options.
    let loaded = try parts.load()
    var addresses = try Addresses(path: parts.options.basePath ?? loaded.show.serving.basePath)
    addresses.shelf = parts.shared?.shelf
    let location = try parts.location(loaded)
    let search = try parts.search(loaded)

    // The state folder, and the catalog.
    let stateFolder = try parts.stateFolder(loaded)
    if let obstacle = stateFolder.obstacle {
      launch.log.warning(
        "cannot write to the state folder \(parts.folders.state) (\(obstacle)); nothing new is kept")
    }
    if parts.folders.isStateGuessed {
      launch.log.info(
        "HOME is not set: the state folder is \(parts.folders.state); choose another with --state-dir")
    }
    // Opening a list again accepts it as it is.
    if launch.isPatient { try? parts.store(loaded).accept() }
    let meters = Meters()
    stateFolder.watch(meters.troubles, parts.log)
    let resources = ResourceReading(of: loaded.show, in: parts.resources)
    try parts.check(loaded, location, isServed: true)
    let phase = ListPhase()
    let keeper = parts.plan(loaded, location).map {
      ListKeeper($0, phase: phase, reporting: (meters, parts.log))
    }
    var start = keeper == nil ? FeedStart.Outcome.empty : nil
    do {
      start = try keeper?.start(within: launch.isPatient ? .infinity : Self.patience) ?? start
    } catch {
      // A show that had a list before is not given up: its drive or feed may be late.
      guard parts.store(loaded).isUsed else {
        keeper?.stop()
        throw error
      }
      launch.log.error("\(loaded.show.slug) is not served: \(error)")
    }
    let catalog = start?.catalog ?? parts.store(loaded).empty

    // The site.
    let pictures = parts.pictures(loaded, location)
    let site = try Site(
      try SiteParts(
        show: loaded.show, catalog: catalog, provenance: start?.provenance ?? .missing,
        addresses: addresses,
        resources: resources
      ) {
        $0.phase = phase
        $0.pictures = pictures
        $0.search = search?.pages
        if loaded.feed.catalog != nil {
          $0.favorites = try parts.favorites(of: loaded.show, meters.database)
          $0.countChange = meters.favorites.count
        }
        $0.budgets = parts.shared?.pages ?? PageBudgets()
        connect(&$0) { [parts] in parts.health($0, meters) }
      })
    let show = ServedShow(
      site, meters, parts, stateFolder,
      ServedShow.State(
        loaded: loaded, pictures: pictures, folder: location?.folder, search: search),
      keeper)
    parts.shared?.watched[loaded.show.slug] = { [weak show] in show?.faults ?? [:] }
    return show
  }

  /// The site of the page that lists all shows.
  func site(of shelf: Shelf, _ parts: ShelfParts) throws -> Site {
    try Site(shelf: shelf, addresses: parts.addresses, resources: parts.resources) {
      connect(&$0) { [parts] _ in Watch.health(of: shelf, parts.faults) }
    }
  }

  /// Sets the parts that all sites share: the log, the names of this machine, health and metrics.
  private func connect(
    _ parts: inout SiteParts, health: @escaping @Sendable (OperatorReports.Status) -> OperatorReports.Health
  ) {
    parts.log = launch.log
    parts.ownHosts = { MachineNames.all }
    (parts.origins, parts.possibleOrigins) = (origins, possibleOrigins)
    parts.reports = OperatorReports(
      scrapers: launch.options.metricsFrom, health: health,
      editions: { [watch] in watch.editions },
      metrics: { [watch] _ in (Exposition.mediaType, watch.metrics()) })
  }

  // MARK: Servers

  /// The server of the pages. Options override the show's file, which overrides the defaults.
  func configuration(of serving: any Serving, _ certificate: TLSCertificate?) -> ServerConfiguration {
    let options = launch.options
    var configuration = ServerConfiguration(listen: options.listen, port: options.port ?? serving.port)
    if let threads = options.threads { configuration.threads = threads }
    if let connections = options.connections { configuration.connections = connections }
    if let limit = options.connectionsPerAddress { configuration.connectionsPerNetwork = limit }
    configuration.trustedProxies = options.trustedProxies
    configuration.workers = workers
    configuration.certificate = certificate
    configuration.headers = Site.headers
    configuration.unlogged = serving.site.addresses.healthTargets
    configuration.refusal = { [site = serving.site] in site.refusal($0, to: $1) }
    configuration.allowed = { serving.allowed($0) }
    configuration.completed = { serving.count($0) }
    configuration.log = AccessLog(
      format: options.log == "none" ? .none : .combined, prefix: launch.log.prefix)
    return configuration
  }

  /// The server that redirects plain http to https; nil if the options ask for none.
  func redirectConfiguration(_ site: Site) -> ServerConfiguration? {
    guard let port = launch.options.redirectPort else { return nil }
    var configuration = ServerConfiguration(listen: launch.options.listen, port: port, threads: 2)
    configuration.connections = 100
    configuration.connectionsPerNetwork = 50
    configuration.idleTimeout = 10
    configuration.requestTimeout = 10
    configuration.headers = Site.headers
    configuration.refusal = { site.refusal($0, to: $1) }
    configuration.trustedProxies = launch.options.trustedProxies
    configuration.workers = workers
    return configuration
  }

  /// Connects the metrics with what is running.
  func measure(
    connections: @escaping @Sendable () -> (open: Int, accepted: UInt64), certificate: CertificateWatch?,
    shows: @escaping @Sendable () -> [ShowFigures]
  ) {
    watch.attach(connections: connections, certificate: certificate, shows: shows)
  }
}
