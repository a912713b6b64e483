import Catalogs
import Favorites
import HTML
import Search

extension CatalogPages {
  // MARK: In the list

  /// What the list shows, with favorites only where that is asked for.
  func results(_ query: Query, _ state: ListState, _ marks: FavoriteList?) -> Results {
    let results = catalog.results(for: query)
    guard state.isFavoritesOnly else { return results }
    return results.among(marks?.favorites.compactMap { catalog.position(of: $0.id) } ?? [])
  }

  func summary(
    _ total: Int, _ search: SearchQuery, _ state: ListState, _ marks: FavoriteList?
  ) -> String {
    let all = state.isFavoritesOnly ? marks?.count ?? 0 : count(in: state.section)
    guard !search.isEmpty else { return counted(total, state) }
    let text = search.shown
    guard total > 0 || !state.isFavoritesOnly else {
      return language.text(.noFavoriteMatches, ["text": text])
    }
    guard total > 0 else {
      return language.text(.matchesNothing, ["noun": noun.one, "nouns": noun.many, "text": text])
    }
    return language.text(
      .matches, count: total, ["all": counted(all, state), "total": language.number(all), "text": text])
  }

  private func counted(_ count: Int, _ state: ListState) -> String {
    state.isFavoritesOnly ? language.text(.countedFavorites, count: count) : language.counted(count, noun)
  }

  /// Favorites that the feed has no more; they stand below the others, as far as the search finds them.
  func gone(_ state: ListState, _ search: SearchQuery, _ marks: FavoriteList?) -> [FavoriteRow] {
    guard let marks, state.isFavoritesOnly, state.section == nil else { return [] }
    return marks.favorites
      .filter { catalog.position(of: $0.id) == nil && (search.isEmpty || !search.hits(in: $0.title).isEmpty) }
      .map { row(of: $0, query: starQuery(state, nil)) }
  }

  func starQuery(_ state: ListState, _ chosen: Int?) -> SafeHTML {
    starQuery(state, from: chosen.map { .entry(catalog.entries[$0].id) } ?? .list)
  }

  private func starQuery(_ state: ListState, from place: MarkingPlace) -> SafeHTML {
    SafeHTML(escaping: addresses.markingQuery(state, from: place))
  }

  func star(of entry: Entry, _ state: ListState, _ marks: FavoriteList?) -> DetailPane.Star? {
    marks.map {
      star(entry.id, entry.title, starQuery(state, from: .entry(entry.id)), isMarked: $0.contains(entry.id))
    }
  }

  private func star(_ id: String, _ title: String, _ query: SafeHTML, isMarked: Bool) -> DetailPane.Star {
    DetailPane.Star(
      title: SafeHTML(escaping: title), address: SafeHTML(escaping: addresses.marking(id)), query: query,
      isMarked: isMarked)
  }

  // MARK: Apart from it

  func drawer(_ marks: FavoriteList, _ state: ListState) -> DrawerPane {
    let plain = state.with(\.isFavoritesOnly, false).with(\.page, 1)
    let view = ListState().with(\.view, state.view)
    return DrawerPane(
      count: marks.count,
      rows: marks.favorites.reversed().prefix(DrawerPane.limit).map { row(of: $0, view, query: nil) },
      more: marks.count > DrawerPane.limit ? language.text(.allFavorites, count: marks.count) : nil,
      page: addresses.favorites, everything: addresses.list(plain),
      favoritesOnly: addresses.list(plain.with(\.section, nil).with(\.isFavoritesOnly, true)),
      isFavoritesOnly: state.isFavoritesOnly)
  }

  /// - Parameter query: that of the star's address; nil for a row without a star.
  func row(
    of favorite: Favorite, _ state: ListState = ListState(), query: SafeHTML?, isMarked: Bool = true
  ) -> FavoriteRow {
    let entry = catalog.position(of: favorite.id).map { catalog.entries[$0] }
    let title = entry?.title ?? favorite.title
    return FavoriteRow(
      title: SafeHTML(escaping: title),
      address: entry.map { SafeHTML(escaping: addresses.entry($0.id, state)) },
      star: query.map { star(favorite.id, title, $0, isMarked: isMarked) })
  }

  /// The newest favorites first, each with its star.
  func favoriteRows(_ marks: FavoriteList) -> [FavoriteRow] {
    let query = starQuery(ListState(), from: .favorites)
    return marks.favorites.reversed().prefix(FavoritesPage.limit).map { row(of: $0, query: query) }
  }
}
