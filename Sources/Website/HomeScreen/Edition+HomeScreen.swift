extension Edition {
  func manifest(hasFavorites: Bool, _ key: PageCache.Key) -> ReadyPage {
    let pages = pages(key)
    let manifest = Manifest(
      show: pages.show, emblem: pages.emblem, addresses: pages.addresses, language: pages.language,
      favorites: hasFavorites ? pages.addresses.favorites : nil)
    return keep(
      ReadyPage(
        type: .manifest, body: manifest.json(), isGzipped: key.isGzipped, vary: Self.varyByLanguage), key)
  }
}
