import Catalogs
import Feeds
import Operations
import Website

extension ServedShow {
  /// Reads a show's file, finds data to start with, and makes its site.
  /// - Parameter origins: where others reach the server, once it listens.
  /// - Throws: `ConfigurationFaults`, or an error whose description is one sentence.
  convenience init(
    _ parts: ShowParts, watch: Watch, origins: @escaping @Sendable () -> [String]
  ) throws {
    // What the file and the options say.
    let loaded = try parts.load()
    var addresses = try Addresses(path: parts.options.basePath ?? loaded.show.serving.basePath)
    addresses.shelf = parts.shared?.shelf
    let location = try parts.location(loaded)
    let search = try parts.search(loaded)

    // What is kept on disk, and the data to start with.
    let folders = parts.folders
    let stateFolder = try parts.stateFolder(loaded)
    if let obstacle = stateFolder.obstacle {
      parts.log.warning(
        "cannot write to the state folder \(folders.state) (\(obstacle)); nothing new is kept")
    }
    let meters = Meters()
    let resources = ResourceReading(of: loaded.show, in: parts.resources)
    let sharing = try parts.sharing(loaded, location, meters.database)
    let start = try parts.start(loaded, location, sharing: sharing)
    if start.origin == .feed { meters.feed.count(.changed) }
    meters.feed.answered(start.source)
    let pictures = parts.pictures(loaded, location)
    let favorites =
      loaded.feed.catalog == nil
      ? nil : MeteredFavorites(try parts.favorites(of: loaded.show, meters.database), meters.favorites)

    let catalog = start.catalog ?? parts.catalog(loaded, start.content ?? FeedContent(entries: []))
    let site = try Site(
      show: loaded.show, catalog: catalog, provenance: start.provenance,
      addresses: addresses, resources: resources, pictures: pictures,
      search: search?.pages, favorites: favorites, former: parts.former,
      reports: parts.reports(
        health: { Watch.health($0, isDegraded: meters.database.isDegraded) }, watch),
      budgets: parts.shared?.pages ?? PageBudgets(),
      report: parts.log.warning,
      ownHosts: { MachineNames.all }, origins: origins)
    self.init(
      site, meters, parts, location, stateFolder,
      State(
        loaded: loaded, content: start.content, pictures: pictures, search: search, sharing: sharing,
        start: (start, catalog)))
  }
}
