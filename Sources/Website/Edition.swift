import CatalogCore
import Glibc
import HTML
import HTTPServer
import Pictures

/// One catalog as it is served: its pages and what is kept ready of them. A refresh makes a new one.
final class Edition: Sendable {
  let pages: CatalogPages
  let pictures: PictureCache?
  private let json: EntriesJSON
  /// Ready pages while the data is fresh, and once it is old and the foot says so.
  private let fresh = PageCache(budget: 4 << 20)
  private let old = PageCache(budget: 4 << 20)

  /// Entries up to which all pictures are fetched beforehand; those of more, when they are looked at.
  private static let prefetchLimit = 500

  init(pages: CatalogPages, pictures: PictureCache?) {
    self.pages = pages
    self.pictures = pictures
    json = EntriesJSON(catalog: pages.catalog, addresses: pages.addresses)
    guard let pictures, pages.catalog.entries.count <= Self.prefetchLimit else { return }
    for address in pages.catalog.entries.compactMap(\.picture) { pictures.want(address) }
  }

  /// The ready page for a target, from the cache or made now.
  ///
  /// Cost: about a microsecond for one that was asked for before, else some ten to a hundred.
  func page(for target: [UInt8], isGzipped: Bool) -> ReadyPage? {
    let isOld = DataNote.isOld(pages.provenance, now: time(nil))
    let cache = isOld ? old : fresh
    let key = PageCache.Key(target: target, isGzipped: isGzipped)
    if let page = cache.page(for: key) { return page }
    guard let page = make(target, isGzipped: isGzipped, isOld: isOld) else { return nil }
    cache.keep(page, for: key)
    return page
  }

  func error(_ status: Int, isGzipped: Bool) -> ReadyPage {
    ReadyPage(
      status: status, type: .html, body: pages.assets.errorTemplate.render(pages.error(status)).bytes,
      isGzipped: isGzipped)
  }

  private func make(_ target: [UInt8], isGzipped: Bool, isOld: Bool) -> ReadyPage? {
    guard let route = try? pages.addresses.route(of: target) else { return nil }
    switch route {
    case .list(let state):
      return html(pages.list(state, isOld: isOld), isGzipped: isGzipped)
    case .entry(let id, let state):
      return pages.entry(id, state, isOld: isOld).map { html($0, isGzipped: isGzipped) }
    case .listJSON(let state, let size):
      return ReadyPage(
        type: .json, body: json.list(pages.query(of: state), state, size: size), isGzipped: isGzipped,
        isQuick: true)
    case .entryJSON(let id):
      return json.entry(id).map { ReadyPage(type: .json, body: $0, isGzipped: isGzipped, isQuick: true) }
    case .picture, .asset, .home:
      return nil
    }
  }

  private func html(_ page: CatalogPage, isGzipped: Bool) -> ReadyPage {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 << 10)
    pages.assets.catalogTemplate.render(page, into: &bytes)
    return ReadyPage(type: .html, body: bytes, isGzipped: isGzipped, isQuick: page.list.clear != nil)
  }
}
