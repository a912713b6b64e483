import Flags
import Catalogs
import Configuration
import Dispatch
import Favorites
import Feeds
import Fetching
import Glibc
import HTTPServer
import LocalNetwork
import Operations
import Pictures
import Synchronization
import Website

/// One show being served: the site, its server, and what keeps its data young.
final class Deployment: Sendable {
  /// Addresses under which others reach it.
  let urls: [String]
  /// The best of them; nil where only this machine itself reaches it.
  let invitation: String?

  private let options: Options
  private let places: Places
  /// What `--feed` says.
  private let location: FeedLocation?
  private let keys: FeedKeySource
  private let file: ShowFile
  private let log: EventLog
  private let site: Site
  private let meters: Meters
  private let watch: Watch
  private let servers: [Server]
  /// Leads from plain http to https.
  private let redirect: Server?
  /// Held until the end.
  private let folder: StateFolder
  /// Guards what a refresh and a reload change.
  private let state: Mutex<State>

  private struct State {
    var loaded: LoadedShow
    /// What the catalog was made of, to make it anew after a reload.
    var content: FeedContent
    var pictures: PictureCache
    var refresher: FeedRefresher?
    var search: OutsideSearch?
  }

  /// Where this machine itself asks whether the show is well.
  private let healthAddress: String

  /// Reads the show, finds something to serve, and listens.
  /// - Parameter sockets: listening ones that were passed; taken instead of the options' address.
  /// - Throws: ``ConfigurationFaults``, or an error whose description is one sentence.
  init(options: Options, places: Places, keys: FeedKeySource, log: EventLog, sockets: [Int32] = []) throws {
    self.log = log
    self.options = options
    self.places = places
    self.keys = keys
    file = ShowFile(name: options.show, directory: places.configuration)
    let loaded = try LoadedShow(file, keys: keys, shipped: places.shipped)
    let show = loaded.show
    let basePath = options.basePath ?? show.serving.basePath
    guard let addresses = Addresses(base: basePath) else {
      throw StartError("the base path \"\(basePath)\" is not made of plain names")
    }
    let certificate = try options.tls?.load(report: log.warning)
    location = try loaded.feed.catalog == nil ? nil : options.feed.map(Self.location)
    let search = try OutsideSearch(loaded.feed, options, log)
    folder = try StateFolder(path: places.state)
    if let obstacle = folder.obstacle {
      log.warning(
        "the state folder \(places.state) cannot be written (\(obstacle)); nothing new is kept there")
    }
    let meters = Meters(version: Version.number)
    self.meters = meters
    let start = try Self.start(loaded, location, options, places, log)
    if start.origin == .feed { meters.feed.note(.changed) }
    let pictures = Self.pictures(of: show, options, places, log)
    let hosts = sockets.isEmpty ? [options.listen] : sockets.map { Server.address(of: $0) }
    let reaches = hosts.map { Reach(listen: $0, isSecure: certificate != nil) }
    let origins: @Sendable () -> [String] = { reaches.flatMap(\.origins) }
    let watch = Watch(meters: meters)
    let reports = OperatorReports(
      scrapers: options.metricsFrom, health: watch.health,
      metrics: { (Exposition.mediaType, watch.metrics($0)) })
    let site = try Site(
      show: show, catalog: loaded.builder.catalog(of: start.content), provenance: start.provenance,
      addresses: addresses, resources: places.resources, locales: places.locales,
      pictures: pictures, search: search?.pages,
      favorites: loaded.feed.catalog == nil
        ? nil : MeteredFavorites(Self.favorites(of: show, places, log), meters.favorites),
      reports: reports, report: log.warning, ownHosts: { MachineNames.all }, origins: origins)
    self.site = site
    state = Mutex(State(loaded: loaded, content: start.content, pictures: pictures, search: search))
    var configuration = ServerConfiguration(options, show, site, certificate, log)
    configuration.unlogged = addresses.healthTargets
    configuration.completed = meters.requests.note
    let servers = try (sockets.isEmpty ? [nil] : sockets.map { $0 }).map { socket in
      configuration.socket = socket
      return try Server(configuration) { site.answer($0) }
    }
    self.servers = servers
    let port = servers.first?.port ?? 0
    redirect = try ServerConfiguration(redirecting: options, site).map { configuration in
      try Server(configuration) { site.redirectToHTTPS($0, port: port) }
    }
    for (reach, server) in zip(reaches, servers) { reach.listens(on: server.port) }
    urls = origins().map { $0 + addresses.list() }
    invitation = site.invitation
    let own = HealthAddress.host(hosts.first ?? nil)
    healthAddress = "\(certificate == nil ? "http" : "https")://\(own):\(port)\(addresses.health)"
    self.watch = watch
    watch.look(
      connections: { [weak self] in self?.connections ?? (0, 0) },
      pictures: { [weak self] in self?.state.withLock { $0.pictures }.statistics })
    if let feed = start.asked {
      keepFresh(feed, askingAtOnce: start.origin != .feed, serving: start.digest)
    }
  }

  /// How it is, in a few words.
  var health: String { watch.health(site.status) }

  private var connections: (open: Int, accepted: UInt64) {
    servers.map(\.connections).reduce((0, 0)) { ($0.0 + $1.open, $0.1 + $1.accepted) }
  }

  /// Lets the answers in flight finish and ends everything.
  func stop() {
    // Less than the five seconds after which those who stop services often kill them.
    redirect?.stop(within: 0)
    let ending = DispatchGroup()
    for server in servers {
      DispatchQueue(label: "dramatis.ending").async(group: ending) { server.stop(within: 4) }
    }
    ending.wait()
    let (refresher, pictures, search) = state.withLock { ($0.refresher.take(), $0.pictures, $0.search) }
    refresher?.stop()
    search?.stop()
    pictures.stop()
  }

  /// Whether it answers: over its own address, and with none of its threads at one request for ever.
  var isWell: Bool {
    servers.allSatisfy { $0.longestCall < 10 } && (try? Healthcheck.answer(of: healthAddress)) != nil
  }

  /// Reads the show's file, templates and public files again; the first fault of what stays as it was.
  func reload() -> String? {
    let fault = reloadCertificate()
    do {
      let loaded = try LoadedShow(file, keys: keys, shipped: places.shipped)
      let (oldPictures, oldRefresher, oldSearch) = try state.withLock { try replace(&$0, by: loaded) }
      oldPictures?.stop()
      oldSearch?.stop()
      if let oldRefresher {
        oldRefresher.stop()
        if let feed = loaded.feed.catalog { keepFresh(asked(feed), askingAtOnce: true, serving: nil) }
      }
      log.info("reloaded \(file.path)")
      return fault
    } catch {
      let lines = (error as? ConfigurationFaults)?.lines ?? ["\(error)"]
      for line in lines { log.error("not reloaded: \(line)") }
      return fault ?? lines.first
    }
  }

  /// Tells what stays as it was though the file says otherwise now.
  private func tellWhatStays(_ old: Show.Serving, _ new: Show.Serving) {
    for (name, isChanged) in [
      ("port", options.port == nil && old.port != new.port),
      ("base path", options.basePath == nil && old.basePath != new.basePath),
    ] where isChanged {
      log.warning("\(file.path): another \(name) needs a new start; until then the old one stays")
    }
  }

  /// Faulty files leave the certificate as it was, and are returned.
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

  /// Serves the show as it was read again, and returns what is of no use any more.
  private func replace(
    _ state: inout State, by loaded: LoadedShow
  ) throws -> (pictures: PictureCache?, refresher: FeedRefresher?, search: OutsideSearch?) {
    guard (state.loaded.feed.catalog == nil) == (loaded.feed.catalog == nil) else {
      throw StartError("a catalog becomes a search page, or the other way round, only with a new start")
    }
    let old = state.loaded.show
    let show = loaded.show
    let search = try OutsideSearch(loaded.feed, options, log)
    let hasSameSources = old.pictures == show.pictures
    let pictures = hasSameSources ? state.pictures : Self.pictures(of: show, options, places, log)
    do {
      try site.reload(
        show: show, catalog: loaded.builder.catalog(of: state.content), resources: places.resources,
        locales: places.locales, pictures: pictures, search: search?.pages)
    } catch {
      if !hasSameSources { pictures.stop() }
      search?.stop()
      throw error
    }
    let (oldPictures, oldSearch) = (hasSameSources ? nil : state.pictures, state.search)
    state.loaded = loaded
    state.pictures = pictures
    state.search = search
    tellWhatStays(old.serving, show.serving)
    let hasSameFeed = old.feed == show.feed && old.serving.refresh == show.serving.refresh
    return (oldPictures, hasSameFeed ? nil : state.refresher.take(), oldSearch)
  }

  /// - Parameter digest: of the feed's answer that is served already.
  private func keepFresh(_ feed: any Feed, askingAtOnce: Bool, serving digest: FeedAnswer.Digest?) {
    let refresher = FeedRefresher(
      feed: feed, fetcher: Fetcher(userAgent: Usage.agent),
      snapshot: Snapshot(directory: places.state, kind: type(of: feed).kind), interval: refreshInterval,
      known: digest, report: log.info, warn: log.warning, noted: meters.feed.note,
      confirm: { [site] in site.confirm(takenAt: $0) }
    ) { [weak self] content, takenAt in self?.publish(content, takenAt: takenAt) }
    state.withLock { $0.refresher = refresher }
    refresher.start(askingAtOnce: askingAtOnce)
  }

  private var refreshInterval: Int {
    options.refresh ?? state.withLock { $0.loaded.show.serving.refresh }
  }

  /// The feed at the address that it is to be asked at.
  private func asked(_ feed: any Feed) -> any Feed {
    guard case .address(let address) = location else { return feed }
    return feed.moved(to: address)
  }

  private func publish(_ content: FeedContent, takenAt: Int) {
    // Within the lock, so that a reload at the same time does not bring back the show as it was before.
    state.withLock { state in
      state.content = content
      site.publish(state.loaded.builder.catalog(of: content), provenance: .feed(takenAt: takenAt))
    }
  }
}
