import Catalogs
import Configuration
import Glibc
public import HTTPServer
import JSON

/// The shows of a server, each below its name.
public final class Shelf: Sendable {
  private let published = Published<[ShelfShow]>([])

  public init() {}

  /// Requests in progress finish with the earlier shows.
  public func replace(with shows: [ShelfShow]) { published.replace { _ in shows } }

  /// The name and status of each show; a nil status for one that cannot be served.
  public var statuses: [(name: String, status: OperatorReports.Status?)] {
    shows.map { ($0.name, $0.site?.status) }
  }

  var shows: [ShelfShow] { published.value }

  /// The show of a target; nil for a target of the shelf. Cost: one comparison of bytes for each show.
  func show(at target: [UInt8]) -> ShelfShow? {
    let shows = published.value
    return target.withUnsafeBufferPointer { target in
      shows.first { $0.holds(target) }
    }
  }

  /// Whether the shelf needs the path of a show with this name.
  public static func isReserved(_ name: String) -> Bool {
    Route.candidates.contains { row in
      row.needs.isDisjoint(with: [.catalog, .store])
        && row.route.path().split(separator: "/").first.map(String.init) == name
    }
  }
}

/// A show of a shelf.
public final class ShelfShow: Sendable {
  let name: String
  /// The name of a show that cannot be served, on the page of all shows.
  let title: String
  /// Nil for a show that cannot be served.
  let site: Site?
  let count: @Sendable (CompletedRequest) -> Void
  /// The base path; nil for a reserved name.
  private let base: [UInt8]?

  /// - Parameter count: called after each request; must not wait.
  public init(
    name: String, title: String? = nil, base: String, site: Site?,
    count: @escaping @Sendable (CompletedRequest) -> Void = { _ in }
  ) {
    (self.name, self.title, self.site, self.count) = (name, title ?? name, site, count)
    self.base = Shelf.isReserved(name) ? nil : Array(base.utf8)
  }

  func holds(_ target: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base, target.count >= base.count, let start = target.baseAddress,
      memcmp(start, base, base.count) == 0
    else { return false }
    if target.count == base.count { return true }
    let next = target[base.count]
    return next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
  }
}

/// Routes each request to the show at the beginning of its path, or to the page of all shows.
public struct Router: Sendable {
  private let shelf: Shelf
  private let front: Site

  public init(_ shelf: Shelf, front: Site) {
    (self.shelf, self.front) = (shelf, front)
  }

  public func answer(_ request: Request) -> Answer {
    guard let show = shelf.show(at: request.target) else { return front.answer(request) }
    return show.site?.answer(request) ?? .now(front.refusalOfBrokenShow)
  }

  public func allowed(_ target: [UInt8]) -> String { site(at: target).allowed(target) }

  /// Counts a request for its show; false for one to the page of all shows.
  public func count(_ request: CompletedRequest) -> Bool {
    guard let show = shelf.show(at: request.target) else { return false }
    show.count(request)
    return true
  }

  private func site(at target: [UInt8]) -> Site { shelf.show(at: target)?.site ?? front }
}

extension Site {
  /// The site with the page of all shows.
  public convenience init(
    shelf: Shelf, addresses: Addresses, resources: Resources, set: (inout SiteParts) -> Void = { _ in }
  ) throws {
    let show = try Show.shelf()
    var parts = SiteParts(
      show: show, catalog: Self.noEntries, addresses: addresses,
      resources: ResourceReading(of: show, in: resources), set: set)
    parts.shelf = shelf
    try self.init(parts)
  }

  public func reloadShelf(resources: Resources) throws {
    try reload(show: .shelf(), catalog: Self.noEntries, resources: resources, pictures: nil)
  }

  private static var noEntries: Catalog {
    CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: FeedContent(entries: []))
  }
}

extension Show {
  /// The settings of a shelf, which has no file of its own.
  fileprivate static func shelf() throws(ShowFaults) -> Show {
    func texts(_ texts: [String: String]) -> [String: JSONValue] { texts.mapValues { .string($0) } }
    var file = texts(["name": "Dramatis", "shortName": "Dramatis", "packageID": "org.dramatis.shelf"])
    file["feed"] = .object([:])
    file["looks"] = .object(
      texts(["accent": "#3a5a7a", "tile": "#dfe5ea", "pictureAspect": "1:1", "icon": "icons/shelf.svg"]))
    return try Show(.object(file), slug: "", markupLevels: ["description"]) { $0.ignoreRest() }
  }
}
