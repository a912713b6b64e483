public import Catalogs
public import Configuration
public import Favorites
public import Pictures

/// The website of one show: a function from request to response over the published edition.
public final class Site: Sendable {
  public let addresses: Addresses
  let hosts: HostGuard
  let reachable: OriginLookUp
  /// Nil if no favorites are kept.
  let visitors: Visitors?
  /// Nil if nobody asks how it is.
  let reports: OperatorReports?
  /// What the first page lists instead of entries; nil for a show.
  let shelf: Shelf?
  let published: Published<Edition>
  private let budgets: PageBudgets

  /// - Parameters:
  ///   - pictures: nil if no picture is ever fetched.
  ///   - search: what a show offers that has no entries; nil for a catalog.
  ///   - favorites: nil if there is nothing to star.
  ///   - former: entries that the show had, of which favorites may be brought in.
  ///   - shelf: the shows that the first page lists instead of entries; nil for a show.
  ///   - budgets: of the pages that are kept; those of several sites, if they share them.
  ///   - report: takes lines for the log, on any thread.
  ///   - ownHosts: names and numeric addresses under which this machine is reached; asked again, on a worker
  ///     thread, when a request names another one.
  ///   - origins: where others reach this server, best first, as `http://192.168.1.20:8080`; loopback ones
  ///     are left out. May take a millisecond.
  public init(
    show: Show, catalog: Catalog, provenance: Provenance, addresses: Addresses,
    resources: ResourceReading, pictures: PictureCache?, search: WebSearch? = nil,
    favorites: (any FavoritesStore)? = nil, former: FormerEntries = FormerEntries(),
    reports: OperatorReports? = nil, shelf: Shelf? = nil, budgets: PageBudgets = PageBudgets(),
    report: @escaping @Sendable (String) -> Void = { _ in },
    ownHosts: @escaping @Sendable () -> Set<String>, origins: @escaping @Sendable () -> [String] = { [] }
  ) throws(SiteError) {
    self.addresses = addresses
    self.reports = reports
    self.shelf = shelf
    hosts = HostGuard(configured: show.serving.hosts, own: ownHosts)
    reachable = OriginLookUp(origins)
    visitors = favorites.map { store in
      let key = store.visitorKey()
      let cookies = (
        device: VisitorCookie(show: show.slug, base: addresses.base, key: key ?? store.visitorKey()),
        kiosk: VisitorCookie(
          show: show.slug, base: addresses.base, key: key ?? store.visitorKey(), isOfKiosk: true)
      )
      return Visitors(store: store, cookies: cookies, former: former, report: report)
    }
    let context = PageContext(
      show: show, catalog: catalog, pictures: pictures, addresses: addresses, assets: try resources.finish(),
      provenance: provenance)
    self.budgets = budgets
    published = Published(Edition(context, budgets, search: search))
    context.makeAtlasBeforehand()
  }

  /// Bytes of a body for a target, where that is more than a form of ours sends.
  public func largeBodyLimit(_ target: [UInt8]) -> Int {
    target.prefix { $0 != UInt8(ascii: "?") }.elementsEqual(addresses[.importing].utf8) ? 2 << 20 : 0
  }

  /// The address to which other devices are invited; nil if only this machine reaches the show.
  public var invitation: String? { reachable.all.first.map { $0.text + addresses.list() } }

  /// How much is served now, and where it comes from.
  public var status: OperatorReports.Status {
    let context = published.value.context
    return (context.catalog.entries.count, context.provenance)
  }

  /// What requests are counted as, by ``HTTPServer/CompletedRequest/kind``; the first is for anything that is
  /// not one of our addresses.
  public static var routeNames: [String] { Route.names }

  // MARK: Publishing

  /// Serves another catalog from the next request on. Requests are answered from the last one until then.
  /// - Parameter catalog: made only when nobody else publishes.
  public func publish(_ catalog: @autoclosure () -> Catalog, provenance: Provenance) {
    published.replace { edition in
      let old = edition.context
      let catalog = catalog()
      remember(old.catalog, missingIn: catalog)
      let context = PageContext(
        show: old.show, catalog: catalog, pictures: old.pictures, addresses: addresses, assets: old.assets,
        provenance: provenance)
      context.makeAtlasBeforehand()
      return Edition(
        context, budgets, search: edition.search,
        arrivals: Arrivals(in: context, after: old) ?? edition.arrivals)
    }
  }

  /// Notes that the feed has given the same answer again, at this moment in seconds since 1970.
  public func confirm(takenAt: Int) {
    published.replace { edition in
      var context = edition.context
      context.provenance = .feed(takenAt: takenAt)
      return Edition(context, budgets, search: edition.search, arrivals: edition.arrivals)
    }
  }

  /// Takes templates, languages and public files as they are now, and another configuration of the show.
  ///
  /// After an error everything is served as before.
  public func reload(
    show: Show, catalog: Catalog, resources: Resources, pictures: PictureCache?, search: WebSearch? = nil
  ) throws(SiteError) {
    try published.replace { (edition) throws(SiteError) in
      remember(edition.context.catalog, missingIn: catalog)
      let context = PageContext(
        show: show, catalog: catalog, pictures: pictures, addresses: addresses,
        assets: try resources.assets(of: show), provenance: edition.context.provenance)
      hosts.configure(show.serving.hosts)
      context.makeAtlasBeforehand()
      return Edition(context, budgets, search: search, arrivals: edition.arrivals)
    }
  }

  /// Answers requests that name one of these hosts, besides the machine's own names.
  public func accept(hosts names: Set<String>) { hosts.configure(names) }

  /// The hosts that the show's file names.
  public var configuredHosts: Set<String> { published.value.context.show.serving.hosts }

  /// Keeps in mind which entries are not there any more, for favorites that are brought in.
  private func remember(_ old: Catalog, missingIn new: Catalog) {
    guard let former = visitors?.former else { return }
    former.add(old.entries.lazy.map(\.id).filter { new.position(of: $0) == nil })
  }
}
