import Catalogs
import Configuration
import JSON

extension Site {
  /// The site whose first page lists the shows of a shelf.
  /// - Parameter set: sets the parts that have a default.
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
