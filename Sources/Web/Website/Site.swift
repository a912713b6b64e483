public import Catalogs
public import Configuration
public import Favorites
import Glibc
import HTTPServer
public import Pictures
public import System

/// The website of one show: a function from request to response over the published edition.
public final class Site: Sendable {
  public let addresses: Addresses
  let hosts: HostGuard
  let reachable: OriginLookUp
  /// The origins under which others would reach a server that listens on loopback only, if it listened everywhere.
  let possible: OriginLookUp
  /// Nil if no favorites are kept.
  let visitors: Visitors?
  /// Nil if nobody asks how it is.
  let reports: OperatorReports?
  /// The shows that the first page lists instead of entries; nil for a show.
  let shelf: Shelf?
  let published: Published<Edition>
  let phase: ListPhase
  private let budgets: PageBudgets
  private let now: @Sendable () -> Int

  public init(_ parts: SiteParts) throws(SiteError) {
    addresses = parts.addresses
    reports = parts.reports
    (shelf, phase) = (parts.shelf, parts.phase)
    hosts = HostGuard(configured: parts.show.serving.hosts)
    (reachable, possible) = (OriginLookUp(parts.origins), OriginLookUp(parts.possibleOrigins))
    visitors = parts.favorites.map {
      Visitors(
        store: $0, show: parts.show.slug, base: parts.addresses.base, log: parts.log,
        countChange: parts.countChange)
    }
    let context = PageContext(
      show: parts.show, catalog: parts.catalog, pictures: parts.pictures, addresses: parts.addresses,
      assets: try parts.resources.finish())
    (budgets, now) = (parts.budgets, parts.now)
    published = Published(Edition(context, parts.provenance, budgets, now, search: parts.search))
    context.shown.makeAtlasBeforehand()
  }

  /// The address to which other devices are invited; nil if only this machine reaches the show.
  public var invitation: String? { reachable.all.first.map { $0.text + addresses.list() } }

  /// The number of entries, their source, and the phase of the list.
  public var status: OperatorReports.Status {
    let edition = published.value
    return OperatorReports.Status(
      edition.context.catalog.entries.count, edition.provenance, phase, pictures: edition.pictures?.fault)
  }

  /// The kinds of ``HTTPServer/CompletedRequest/kind``; the first is for requests without a route.
  public static var routeNames: [String] { Route.names }

  // MARK: Publishing

  /// Serves another catalog from the next request on. Requests are answered from the last one until then.
  public func publish(_ catalog: Catalog, provenance: Provenance) {
    published.replace { edition in
      let old = edition.context
      let context = PageContext(
        show: old.show, catalog: catalog, pictures: old.pictures, addresses: addresses, assets: old.assets)
      context.shown.makeAtlasBeforehand()
      return Edition(
        context, provenance, budgets, now, search: edition.search,
        arrivals: Arrivals(in: context, from: provenance, after: edition) ?? edition.arrivals)
    }
  }

  /// Notes that the feed has given the same answer again, at this moment in seconds since 1970.
  public func confirm(takenAt: Int) {
    published.replace { edition in
      Edition(
        edition.context, .feed(takenAt: takenAt), budgets, now, search: edition.search,
        arrivals: edition.arrivals)
    }
  }

  /// Notes that a question to the feed has failed at this moment, for pages with old or bundled data.
  public func noteFailure(at moment: Int) {
    guard published.value.failedAt == nil else { return }
    published.replace { edition in
      Edition(
        edition.context, edition.provenance, failedAt: edition.failedAt ?? moment, budgets, now,
        search: edition.search, arrivals: edition.arrivals)
    }
  }

  /// Replaces the show's configuration and resources; after an error everything is served as before.
  public func reload(
    show: Show, catalog: Catalog?, resources: Resources, pictures: PictureCache?, search: WebSearch? = nil
  ) throws(SiteError) {
    try published.replace { (edition) throws(SiteError) in
      let catalog = catalog ?? edition.context.whole
      let context = PageContext(
        show: show, catalog: catalog, pictures: pictures, addresses: addresses,
        assets: try resources.assets(of: show))
      hosts.configure(show.serving.hosts)
      context.shown.makeAtlasBeforehand()
      return Edition(
        context, edition.provenance, failedAt: edition.failedAt, budgets, now, search: search,
        arrivals: edition.arrivals)
    }
  }

  /// Answers requests that name one of these hosts, besides addresses and local names.
  public func accept(hosts names: Set<String>) { hosts.configure(names) }

  public var configuredHosts: Set<String> { published.value.context.show.serving.hosts }
}

/// The parts that a site is composed of.
public struct SiteParts: Sendable {
  public let show: Show
  public let catalog: Catalog
  public let provenance: Provenance
  /// The phase of the list, as its keeper publishes it.
  public var phase = ListPhase(.served)
  public let addresses: Addresses
  public let resources: ResourceReading
  /// Nil if pictures are never fetched.
  public var pictures: PictureCache?
  /// The search that a show without entries offers; nil for a catalog.
  public var search: WebSearch?
  /// Nil if there is nothing to star.
  public var favorites: (any FavoritesStore)?
  /// Called after each change of favorites.
  public var countChange: @Sendable (_ isStored: Bool, _ nanoseconds: UInt64) -> Void = { _, _ in }
  /// Health and metrics; nil if they are not served.
  public var reports: OperatorReports?
  /// The shows that the first page lists instead of entries; nil for a show.
  public var shelf: Shelf?
  /// Memory for cached pages; several sites may share it.
  public var budgets = PageBudgets()
  public var log: any Log = SilentLog()
  /// The clock: seconds since 1970.
  public var now: @Sendable () -> Int = { time(nil) }
  /// Origins under which others reach this server, best first, such as `http://192.168.1.20:8080`; loopback ones are
  /// ignored. May take a millisecond.
  public var origins: @Sendable () -> [String] = { [] }
  /// Those under which others would reach it if it did not listen on loopback only.
  public var possibleOrigins: @Sendable () -> [String] = { [] }

  /// - Parameter set: sets the parts that have a default.
  public init(
    show: Show, catalog: Catalog, provenance: Provenance = .file, addresses: Addresses = .root,
    resources: ResourceReading, set: (inout SiteParts) throws -> Void = { _ in }
  ) rethrows {
    self.show = show
    self.catalog = catalog
    self.provenance = provenance
    self.addresses = addresses
    self.resources = resources
    try set(&self)
  }
}
