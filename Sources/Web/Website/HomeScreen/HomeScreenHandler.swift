import HTTPServer

/// Answers browsers that put the show on a home screen.
enum HomeScreenHandler {
  static func manifest(_ visit: Visit) -> Reply {
    let manifest = Manifest(
      show: visit.context.show, emblem: visit.context.emblem, addresses: visit.addresses,
      language: visit.language, favorites: visit.site.visitors == nil ? nil : visit.addresses[.favorites])
    return .page(.manifest, manifest.json())
  }
}
