extension Edition {
  func serviceWorker(_ key: PageCache.Key) -> ReadyPage {
    keep(ReadyPage(type: .javaScript, body: pages.serviceWorker(), isGzipped: key.isGzipped), key)
  }

  /// Nil where nothing is to be kept.
  func offline(_ key: PageCache.Key) -> ReadyPage? {
    guard pages.show.serving.offlinePages else { return nil }
    return keep(ready(.html, pages(key).offline(), key, for: nil, isQuick: false), key)
  }
}
