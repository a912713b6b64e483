import CatalogCore
import Favorites
import Feeds
import Fetching
import Glibc
import HTTPServer
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
  private let site: Site
  private let server: Server
  /// Leads from plain http to https.
  private let redirect: Server?
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

  /// Reads the show, finds something to serve, and listens.
  /// - Throws: ``ConfigurationFaults``, or an error whose description is one sentence.
  init(options: Options, places: Places, keys: FeedKeySource) throws {
    self.options = options
    self.places = places
    self.keys = keys
    file = ShowFile(name: options.show, directory: places.configuration)
    let loaded = try LoadedShow(file, keys: keys, shipped: places.shipped)
    let show = loaded.show
    let basePath = options.basePath ?? show.serving.basePath ?? ""
    guard let addresses = Addresses(base: basePath) else {
      throw StartError("the base path \"\(basePath)\" is not made of plain names")
    }
    location = try loaded.feed.catalog == nil ? nil : options.feed.map(Self.location)
    let search = try OutsideSearch(loaded.feed, options)
    let start = try Self.start(loaded, location, options, places)
    let pictures = Self.pictures(of: show, options, places)
    let certificate = try options.tls?.load(report: Console.error)
    let reach = Reach(listen: options.listen, isSecure: certificate != nil)
    let site = try Site(
      show: show, catalog: loaded.builder.catalog(of: start.content), provenance: start.provenance,
      addresses: addresses, resources: places.resources, locales: places.locales,
      pictures: pictures, search: search?.pages,
      favorites: loaded.feed.catalog == nil ? nil : Self.favorites(of: show, places), report: Console.error,
      ownHosts: { MachineNames.all }, origins: { reach.origins })
    self.site = site
    state = Mutex(State(loaded: loaded, content: start.content, pictures: pictures, search: search))
    let server = try Server(ServerConfiguration(options, show, site, certificate)) { site.answer($0) }
    self.server = server
    redirect = try ServerConfiguration(redirecting: options, site).map { configuration in
      try Server(configuration) { site.redirectToHTTPS($0, port: server.port) }
    }
    reach.listens(on: server.port)
    urls = reach.origins.map { $0 + addresses.list() }
    invitation = site.invitation
    if let feed = start.asked { keepFresh(feed, askingAtOnce: start.origin != .feed) }
  }

  /// Lets the answers in flight finish and ends everything.
  func stop() {
    // Less than the five seconds after which those who stop services often kill them.
    redirect?.stop(within: 0)
    server.stop(within: 4)
    let (refresher, pictures, search) = state.withLock { ($0.refresher.take(), $0.pictures, $0.search) }
    refresher?.stop()
    search?.stop()
    pictures.stop()
  }

  /// Reads the show's file, templates and public files again; keeps the old ones where they are faulty.
  func reload() {
    reloadCertificate()
    do {
      let loaded = try LoadedShow(file, keys: keys, shipped: places.shipped)
      let (oldPictures, oldRefresher, oldSearch) = try state.withLock { try replace(&$0, by: loaded) }
      oldPictures?.stop()
      oldSearch?.stop()
      if let oldRefresher {
        oldRefresher.stop()
        if let feed = loaded.feed.catalog { keepFresh(asked(feed), askingAtOnce: true) }
      }
      Console.error("reloaded \(file.path)")
    } catch let error as ConfigurationFaults {
      for line in error.lines { Console.error("not reloaded: \(line)") }
    } catch {
      Console.error("not reloaded: \(error)")
    }
  }

  /// Faulty files leave the certificate as it was.
  private func reloadCertificate() {
    do throws(TLSError) {
      if let certificate = try options.tls?.load(report: Console.error) { server.use(certificate) }
    } catch {
      Console.error("not reloaded: \(error)")
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
    let search = try OutsideSearch(loaded.feed, options)
    let hasSameSources = old.pictures == show.pictures
    let pictures = hasSameSources ? state.pictures : Self.pictures(of: show, options, places)
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
    let hasSameFeed = old.feed == show.feed && old.serving.refresh == show.serving.refresh
    return (oldPictures, hasSameFeed ? nil : state.refresher.take(), oldSearch)
  }

  // MARK: Parts

  private static func start(
    _ loaded: LoadedShow, _ location: FeedLocation?, _ options: Options, _ places: Places
  ) throws(FeedError) -> FeedStart.Outcome {
    guard let feed = loaded.feed.catalog else { return .empty }
    let start = FeedStart(
      feed: feed, location: location, isOffline: options.isOffline,
      snapshot: Snapshot(directory: places.state, kind: type(of: feed).kind), bundled: loaded.bundled,
      report: Console.error)
    return try start.begin(asking: FeedSource(Fetcher(userAgent: Usage.agent)))
  }

  private static func location(_ text: String) throws(StartError) -> FeedLocation {
    guard let location = FeedLocation(text) else { throw StartError("--feed \"\(text)\" is no address") }
    return location
  }

  private static func pictures(of show: Show, _ options: Options, _ places: Places) -> PictureCache {
    let rules = PictureRules(
      hosts: show.pictures.hosts, privateAddresses: show.pictures.privateAddresses)
    return PictureCache(
      directory: "\(places.state)/pictures", rules: rules,
      fetcher: options.isOffline ? nil : Fetcher(userAgent: Usage.agent), report: Console.error)
  }

  /// The store, and the thread that sweeps it: a few files at the start and every hour.
  private static func favorites(of show: Show, _ places: Places) -> JSONFavorites {
    let favorites = JSONFavorites(
      directory: "\(places.state)/favorites", show: show.slug, report: Console.error)
    Thread.start("favorites") {
      while true {
        _ = favorites.sweep(limit: 100)
        sleep(3_600)
      }
    }
    return favorites
  }

  private func keepFresh(_ feed: any Feed, askingAtOnce: Bool) {
    let refresher = FeedRefresher(
      feed: feed, fetcher: Fetcher(userAgent: Usage.agent),
      snapshot: Snapshot(directory: places.state, kind: type(of: feed).kind), interval: refreshInterval,
      report: Console.error
    ) { [weak self] content, takenAt in self?.publish(content, takenAt: takenAt) }
    state.withLock { $0.refresher = refresher }
    refresher.start(askingAtOnce: askingAtOnce)
  }

  private var refreshInterval: Int {
    options.refresh ?? state.withLock { $0.loaded.show.serving.refresh } ?? 21_600
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

extension FeedStart.Outcome {
  /// Where the data comes from, as the pages tell it.
  fileprivate var provenance: Provenance {
    switch origin {
    case .feed, .snapshot: .feed(takenAt: takenAt ?? 0)
    case .bundled: .bundled
    case .location, .nowhere: .file
    }
  }
}
