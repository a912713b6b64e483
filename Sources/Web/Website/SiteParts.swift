public import Catalogs
public import Configuration
public import Favorites
import Glibc
public import Pictures
public import System

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
  /// Entries that the show had earlier: an import may name them.
  public var former = FormerEntries()
  /// Health and metrics; nil if they are not served.
  public var reports: OperatorReports?
  /// The shows that the first page lists instead of entries; nil for a show.
  public var shelf: Shelf?
  /// Memory for cached pages; several sites may share it.
  public var budgets = PageBudgets()
  public var log: any Log = SilentLog()
  /// The clock: seconds since 1970.
  public var now: @Sendable () -> Int = { time(nil) }
  /// Host names and numeric addresses of this machine. Asked on a worker thread when a request names an unknown host.
  public var ownHosts: @Sendable () -> Set<String> = { [] }
  /// Origins under which others reach this server, best first, such as `http://192.168.1.20:8080`; loopback ones are
  /// ignored. May take a millisecond.
  public var origins: @Sendable () -> [String] = { [] }

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
