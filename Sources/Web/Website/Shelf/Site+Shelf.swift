import Catalogs
import Configuration
import JSON

extension Site {
  /// The site whose first page lists the shows of a shelf; for the parameters, see the other.
  public convenience init(
    shelf: Shelf, addresses: Addresses, resources: Resources, reports: OperatorReports?,
    report: @escaping @Sendable (String) -> Void,
    ownHosts: @escaping @Sendable () -> Set<String>, origins: @escaping @Sendable () -> [String]
  ) throws {
    let show = try Show.shelf()
    try self.init(
      show: show, catalog: Self.noEntries, provenance: .file, addresses: addresses,
      resources: ResourceReading(of: show, in: resources), pictures: nil, reports: reports,
      shelf: shelf, report: report, ownHosts: ownHosts,
      origins: origins)
  }

  /// Takes templates, languages and public files of a shelf as they are now.
  public func reloadShelf(resources: Resources) throws {
    try reload(show: .shelf(), catalog: Self.noEntries, resources: resources, pictures: nil)
  }

  private static var noEntries: Catalog {
    CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: FeedContent(entries: []))
  }
}

extension Show {
  /// What the pages of a shelf are made of, in place of a show's file.
  fileprivate static func shelf() throws(ShowFaults) -> Show {
    func texts(_ texts: [String: String]) -> [String: JSONValue] { texts.mapValues { .string($0) } }
    var file = texts(["name": "Dramatis", "shortName": "Dramatis", "packageID": "org.dramatis.shelf"])
    file["feed"] = .object([:])
    file["looks"] = .object(
      texts(["accent": "#3a5a7a", "tile": "#dfe5ea", "pictureAspect": "1:1", "icon": "icons/shelf.svg"]))
    // Each show keeps its own pages; one more worker above them would only be in their way.
    file["server"] = .object(["offlinePages": .bool(false)])
    return try Show(.object(file), slug: "", markupLevels: ["description"]) { $0.ignoreRest() }
  }
}
