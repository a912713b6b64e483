import Cartography
import Catalogs
import Favorites
import HTML
import Search

extension CatalogPages {
  /// The page of an entry beside its list; nil where there is no such entry.
  func entry(
    _ id: String, _ state: ListState, isOld: Bool, marks: FavoriteList?, in origin: Origin
  ) -> CatalogPage? {
    guard let position = catalog.position(of: id) else { return nil }
    let entry = catalog.entries[position]
    let state = settled(state, at: entry)
    let query = query(of: state)
    let results = results(query, state, marks)
    let (list, page) = pane(state, query, results, chosen: position, isOld: isOld, marks: marks)
    let settled = state.with(\.page, page)
    let back = addresses.list(settled, at: id)
    let detail = detail(
      entry, position, query.search, back: back, star: star(of: entry, settled, marks),
      neighbours: results.neighbours(of: position).map { neighbours($0, settled) })
    return CatalogPage(
      chrome: chrome(title: "\(entry.title) – \(show.name)"), list: list, detail: detail,
      sharing: sharing(entry, detail, in: origin), drawer: marks.map { drawer($0, settled) })
  }

  private func detail(
    _ entry: Entry, _ position: Int, _ search: SearchQuery, back: String, star: DetailPane.Star?,
    neighbours: NeighbourLinks?
  ) -> DetailPane {
    let map = self.map(entry, position)
    let hasPicture = map == nil || entry.picture != nil
    return DetailPane(
      plainTitle: entry.title,
      title: search.isEmpty ? SafeHTML(escaping: entry.title) : Marking.mark(entry.title, search),
      subtitle: entry.subtitle.map { SafeHTML(escaping: $0) } ?? .empty,
      description: search.isEmpty ? entry.description : Marking.mark(entry.description, search),
      portrait: hasPicture ? portrait(of: entry) : nil, map: map,
      facts: entry.facts.map { FactLine($0, in: language) },
      back: back, source: entry.link.flatMap(DetailPane.Source.init(address:)), star: star,
      neighbours: neighbours)
  }

  private func neighbours(_ neighbours: Neighbours, _ state: ListState) -> NeighbourLinks {
    let (previous, next) = (catalog.entries[neighbours.previous], catalog.entries[neighbours.next])
    return NeighbourLinks(
      previousTitle: previous.title, previous: addresses.entry(previous.id, state), nextTitle: next.title,
      next: addresses.entry(next.id, state))
  }

  private func portrait(of entry: Entry) -> DetailPane.Portrait {
    let aspect = show.looks.aspect
    return DetailPane.Portrait(
      address: addresses.picture(entry.id), width: aspect.width * 100, height: aspect.height * 100)
  }

  private func map(_ entry: Entry, _ position: Int) -> DetailPane.Map? {
    guard let atlas, let coordinate = entry.coordinate else { return nil }
    let label = atlas.whereabouts(of: position).map {
      language.description(of: $0, title: entry.title, name: nameBeside(entry.title))
    }
    return DetailPane.Map(
      address: addresses.map(entry.id), label: label ?? entry.title, width: Atlas.width, height: atlas.height,
      elsewhere: MapLinks(coordinate, title: entry.title))
  }

  /// What a neighbour is called: its title, without the country where that is the place's own too.
  private func nameBeside(_ title: String) -> (Int) -> String {
    let country = title.lastIndex(of: ",").map { title[$0...] }
    return { [catalog] position in
      let name = catalog.entries[position].title
      guard let country, name.hasSuffix(country) else { return name }
      return String(name.dropLast(country.count))
    }
  }

  /// The drawing of where an entry lies; nil for one without a place.
  func mapDrawing(_ id: String) -> [UInt8]? {
    guard let atlas, let position = catalog.position(of: id) else { return nil }
    let title = catalog.entries[position].title
    return atlas.map(of: position, title: title, name: nameBeside(title))
  }
}

extension DetailPane.Source {
  /// Nil for an address without a host.
  init?(address: String) {
    let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty else { return nil }
    let host = parts[2].prefix { !"/?#".contains($0) }
    guard !host.isEmpty else { return nil }
    self.init(address: address, host: String(host))
  }
}
