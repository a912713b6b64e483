import Favorites

extension Edition {
  func favorites(_ marks: FavoriteList, in origin: Origin, _ key: PageCache.Key) -> ReadyPage {
    page(key, in: origin) {
      let pages = pages(key)
      let body = pages.templates.favorites.render(pages.favorites(marks, in: origin)).bytes
      return ready(.html, body, key, for: marks, isQuick: true)
    }
  }

  /// The page of the favorites after a file was not understood.
  func favorites(
    _ marks: FavoriteList, faults: [String], status: Int, in origin: Origin, for key: PageCache.Key
  ) -> ReadyPage {
    let pages = pages(key)
    return ReadyPage(
      status: status, type: .html,
      body: pages.templates.favorites.render(pages.favorites(marks, in: origin, faults: faults)).bytes,
      isGzipped: key.isGzipped)
  }

  /// The favorites as a file to keep.
  func favoritesJSON(_ marks: FavoriteList, _ key: PageCache.Key) -> ReadyPage {
    ready(.exported, marks.exported(show: pages.show.slug), key, for: marks, isQuick: true)
  }

  /// Not kept: the text is anybody's.
  func handOver(_ ids: String, _ marks: FavoriteList, _ key: PageCache.Key) -> ReadyPage? {
    let pages = pages(key)
    return pages.handOver(ids, marks).map {
      ready(.html, pages.templates.handOver.render($0).bytes, key, for: marks, isQuick: true)
    }
  }

  /// What the drawer holds, as markup for the script.
  func drawer(_ marks: FavoriteList, _ state: ListState, _ key: PageCache.Key) -> String {
    let pages = pages(key)
    return "\(pages.templates.drawer.render(pages.drawer(marks, state)))"
  }
}
