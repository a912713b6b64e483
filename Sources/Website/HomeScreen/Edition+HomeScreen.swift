extension Edition {
  func manifest(hasFavorites: Bool, _ key: PageCache.Key) -> ReadyPage {
    let manifest = Manifest(
      show: pages.show, emblem: pages.emblem, addresses: pages.addresses,
      favorites: hasFavorites ? pages.addresses.favorites : nil)
    return keep(ReadyPage(type: .manifest, body: manifest.json(), isGzipped: key.isGzipped), key)
  }
}
