import CatalogCore
import Feeds
import Fetching
import HTTPServer
import Pictures
import Synchronization
import Website

/// One show being served: the site, its server, and what keeps its data young.
final class Deployment: Sendable {
  /// Addresses under which others reach it.
  let urls: [String]

  private let options: Options
  private let places: Places
  private let keys: FeedKeySource
  private let file: ShowFile
  private let site: Site
  private let server: Server
  /// Guards what a refresh and a reload change.
  private let state: Mutex<State>

  private struct State {
    var loaded: LoadedShow
    /// What the catalog was made of, to make it anew after a reload.
    var content: FeedContent
    var pictures: PictureCache
    var refresher: FeedRefresher?
  }

  /// Reads the show, finds something to serve, and listens.
  /// - Throws: ``ConfigurationFaults``, or an error whose description is one sentence.
  init(options: Options, places: Places, keys: FeedKeySource) throws {
    self.options = options
    self.places = places
    self.keys = keys
    file = ShowFile(name: options.show, directory: places.configuration)
    let loaded = try LoadedShow(file, keys: keys)
    let show = loaded.show
    let basePath = options.basePath ?? show.serving.basePath ?? ""
    guard let addresses = Addresses(base: basePath) else {
      throw StartError("the base path \"\(basePath)\" is not made of plain names")
    }
    let start = try Self.start(loaded, options, places)
    let pictures = Self.pictures(of: show, options, places)
    let site = try Site(
      show: show, catalog: loaded.builder.catalog(of: start.content), provenance: start.provenance,
      addresses: addresses, resources: places.resources, pictures: pictures,
      ownHosts: { Addressing.names })
    self.site = site
    state = Mutex(State(loaded: loaded, content: start.content, pictures: pictures))
    server = try Server(Self.configuration(options, show, site)) { site.answer($0) }
    urls = Addressing.urls(listen: options.listen, port: server.port, path: addresses.list())
    if let feed = start.asked { keepFresh(feed, askingAtOnce: start.origin != .feed) }
  }

  /// Lets the answers in flight finish and ends everything.
  func stop() {
    server.stop(within: 10)
    let (refresher, pictures) = state.withLock { ($0.refresher.take(), $0.pictures) }
    refresher?.stop()
    pictures.stop()
  }

  /// Reads the show's file, templates and public files again; keeps the old ones where they are faulty.
  func reload() {
    do {
      let loaded = try LoadedShow(file, keys: keys)
      let (old, content, oldPictures) = state.withLock { ($0.loaded, $0.content, $0.pictures) }
      guard (old.feed.catalog == nil) == (loaded.feed.catalog == nil) else {
        throw StartError("a catalog becomes a search page, or the other way round, only with a new start")
      }
      let hasSameHosts = old.show.pictures == loaded.show.pictures
      let pictures = hasSameHosts ? oldPictures : Self.pictures(of: loaded.show, options, places)
      do {
        try site.reload(
          show: loaded.show, catalog: loaded.builder.catalog(of: content), resources: places.resources,
          pictures: pictures)
      } catch {
        if !hasSameHosts { pictures.stop() }
        throw error
      }
      let refresher = state.withLock { state in
        state.loaded = loaded
        state.pictures = pictures
        return old.show.feed == loaded.show.feed ? nil : state.refresher.take()
      }
      if !hasSameHosts { oldPictures.stop() }
      if let refresher {
        refresher.stop()
        if let feed = loaded.feed.catalog { keepFresh(feed, askingAtOnce: true) }
      }
      Console.error("reloaded \(file.path)")
    } catch let error as ConfigurationFaults {
      for line in error.lines { Console.error("not reloaded: \(line)") }
    } catch {
      Console.error("not reloaded: \(error)")
    }
  }

  // MARK: Parts

  private static func start(
    _ loaded: LoadedShow, _ options: Options, _ places: Places
  ) throws -> FeedStart.Outcome {
    guard let feed = loaded.feed.catalog else { return .empty }
    var location: FeedLocation?
    if let text = options.feed {
      guard let read = FeedLocation(text) else { throw StartError("--feed \"\(text)\" is no address") }
      location = read
    }
    let start = FeedStart(
      feed: feed, location: location, isOffline: options.isOffline,
      snapshot: Snapshot(directory: places.state, kind: type(of: feed).kind), bundled: loaded.bundled,
      report: Console.error)
    return try start.begin(asking: FeedSource(Fetcher(userAgent: Usage.agent)))
  }

  private static func pictures(of show: Show, _ options: Options, _ places: Places) -> PictureCache {
    let rules = PictureRules(
      hosts: show.pictures.hosts, privateAddresses: show.pictures.privateAddresses)
    return PictureCache(
      directory: "\(places.state)/pictures", rules: rules,
      fetcher: options.isOffline ? nil : Fetcher(userAgent: Usage.agent), report: Console.error)
  }

  private static func configuration(_ options: Options, _ show: Show, _ site: Site) -> ServerConfiguration {
    var configuration = ServerConfiguration(
      listen: options.listen, port: options.port ?? show.serving.port ?? 8080)
    if let threads = options.threads { configuration.threads = max(2, threads) }
    if let connections = options.connections { configuration.connections = connections }
    if let limit = options.connectionsPerAddress { configuration.connectionsPerAddress = limit }
    configuration.headers = Site.headers
    configuration.refusal = { site.refusal($0) }
    if let format = AccessLog.Format(rawValue: options.log ?? "common") {
      configuration.log = AccessLog(format: format)
    }
    return configuration
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

  private func publish(_ content: FeedContent, takenAt: Int) {
    let builder = state.withLock { state in
      state.content = content
      return state.loaded.builder
    }
    site.publish(builder.catalog(of: content), provenance: .feed(takenAt: takenAt))
  }
}

/// Why a show cannot be started; one sentence.
struct StartError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
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
