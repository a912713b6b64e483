public import Catalogs
public import Configuration
public import Favorites
public import HTTPServer
public import Pictures
import Synchronization

/// The website of one show: a function from request to response over the published edition.
public final class Site: Sendable {
  let addresses: Addresses
  let hosts: HostGuard
  let reachable: ReachableOrigins
  /// Nil where no favorites are kept.
  let visitors: Visitors?
  /// Guards which edition is served.
  private let edition: Mutex<Edition>

  /// - Parameters:
  ///   - resources: the folder that holds `Templates/` and `Public/`.
  ///   - locales: the folder of the interface's languages; nil for `config/locales` in the resources.
  ///   - pictures: nil where no picture is ever fetched.
  ///   - search: what a show offers that has no entries; nil for a catalog.
  ///   - favorites: nil where nothing can be marked.
  ///   - report: takes lines for the log, on any thread.
  ///   - ownHosts: names and numeric addresses under which this machine is reached; asked again when a
  ///     request names another one.
  ///   - origins: where others reach this server, best first, as `http://192.168.1.20:8080`; loopback ones
  ///     are left out. May take a millisecond.
  public init(
    show: Show, catalog: Catalog, provenance: Provenance, addresses: Addresses, resources: String,
    locales: String? = nil, pictures: PictureCache?, search: WebSearch? = nil,
    favorites: (any FavoritesStore)? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in },
    ownHosts: @escaping @Sendable () -> Set<String>, origins: @escaping @Sendable () -> [String] = { [] }
  ) throws(SiteError) {
    self.addresses = addresses
    hosts = HostGuard(configured: show.serving.hosts, own: ownHosts)
    reachable = ReachableOrigins(origins)
    let cookie = VisitorCookie(show: show.slug, base: addresses.base)
    visitors = favorites.map { Visitors(store: $0, cookie: cookie, report: report) }
    let assets = try Assets(resources: resources, locales: locales, show: show)
    edition = Mutex(
      Edition(
        pages: CatalogPages(
          show: show, catalog: catalog, addresses: addresses, assets: assets, provenance: provenance),
        pictures: pictures, search: search))
  }

  /// Bytes of a body by path, where that is more than a form of ours sends.
  public var largeBodyLimits: [String: Int] { [addresses.favoritesImport: 2 << 20] }

  /// Whether the host that a request names is this machine.
  public func isNamed(by request: Request) -> Bool { hosts.allows(request) }

  /// Serves another catalog from the next request on.
  public func publish(_ catalog: Catalog, provenance: Provenance) {
    replace { edition in
      let pages = edition.pages
      return Edition(
        pages: CatalogPages(
          show: pages.show, catalog: catalog, addresses: addresses, assets: pages.assets,
          provenance: provenance),
        pictures: edition.pictures, search: edition.search?.search)
    }
  }

  /// Notes that the feed has given the same answer again, at this moment in seconds since 1970.
  public func confirm(takenAt: Int) {
    replace { edition in
      var pages = edition.pages
      pages.provenance = .feed(takenAt: takenAt)
      return Edition(pages: pages, pictures: edition.pictures, search: edition.search?.search)
    }
  }

  /// Reads templates, languages and public files again and takes another configuration of the show.
  ///
  /// After an error everything is served as before.
  public func reload(
    show: Show, catalog: Catalog, resources: String, locales: String? = nil, pictures: PictureCache?,
    search: WebSearch? = nil
  ) throws(SiteError) {
    let assets = try Assets(resources: resources, locales: locales, show: show)
    hosts.configure(show.serving.hosts)
    replace { edition in
      Edition(
        pages: CatalogPages(
          show: show, catalog: catalog, addresses: addresses, assets: assets,
          provenance: edition.pages.provenance),
        pictures: pictures, search: search)
    }
  }

  private func replace(by next: (Edition) -> Edition) {
    edition.withLock { $0 = next($0) }
  }

  var current: Edition { edition.withLock { $0 } }
}
