import Catalogs
import Configuration
import Favorites
import Glibc
import HTML
import HTTPServer
import Pictures

/// One catalog as it is served: its pages and what is kept ready of them. A refresh makes a new one.
final class Edition: Sendable {
  let pages: CatalogPages
  let pictures: PictureCache?
  /// Of a show that has no entries and searches outside; nil for a catalog.
  let search: SearchAnswers?
  private let json: EntriesJSON
  private let completions: CatalogSuggestions
  /// Ready pages while the data is fresh, and once it is old and the foot says so.
  private let fresh = PageCache(budget: 4 << 20)
  private let old = PageCache(budget: 4 << 20)
  /// The same for pages with favorites: some thousand visitors' first pages.
  private let marked = (fresh: PageCache(budget: 12 << 20), old: PageCache(budget: 12 << 20))

  /// Entries up to which all pictures are fetched beforehand; those of more, when they are looked at.
  private static let prefetchLimit = 500

  init(pages: CatalogPages, pictures: PictureCache?, search: WebSearch? = nil) {
    self.pages = pages
    self.pictures = pictures
    self.search = search.map { SearchAnswers(search: $0, pages: pages) }
    json = EntriesJSON(catalog: pages.catalog, addresses: pages.addresses)
    completions = CatalogSuggestions(catalog: pages.catalog, addresses: pages.addresses)
    guard let pictures, pages.catalog.entries.count <= Self.prefetchLimit else { return }
    for address in pages.catalog.entries.compactMap(\.picture) { pictures.want(address) }
  }

  private var isOld: Bool { DataNote.isOld(pages.provenance, now: time(nil)) }

  private func cache(_ key: PageCache.Key) -> PageCache {
    if key.marks != 0 { return isOld ? marked.old : marked.fresh }
    return isOld ? old : fresh
  }

  /// The page that was asked for before under this key. Cost: about a microsecond.
  func kept(_ key: PageCache.Key) -> ReadyPage? { cache(key).page(for: key) }

  func keep(_ page: ReadyPage, _ key: PageCache.Key) -> ReadyPage {
    cache(key).keep(page, for: key)
    return page
  }

  // MARK: Pages

  /// What a page with words in it is chosen by.
  static let varyByLanguage = "Accept-Encoding, Accept-Language, Cookie"

  /// The pages in the language of a key.
  func pages(_ key: PageCache.Key) -> CatalogPages { pages.inLanguage(key.language) }

  /// - Parameter marks: the visitor's favorites; nil where none are kept.
  func list(
    _ state: ListState, _ marks: FavoriteList?, in origin: Origin, _ key: PageCache.Key
  ) -> ReadyPage {
    var key = key
    key.variant = origin.text
    return keep(html(pages(key).list(state, isOld: isOld, marks: marks, in: origin), key, for: marks), key)
  }

  func results(_ state: ListState, _ marks: FavoriteList?, _ key: PageCache.Key) -> ReadyPage {
    keep(ready(.html, results(state, marks, key), key, for: marks, isQuick: true), key)
  }

  /// The page of an entry, which names itself by whole addresses; nil where there is none.
  func entry(
    _ id: String, _ state: ListState, _ marks: FavoriteList?, in origin: Origin, _ key: PageCache.Key
  ) -> ReadyPage? {
    var key = key
    key.variant = origin.text
    return pages(key).entry(id, state, isOld: isOld, marks: marks, in: origin).map {
      keep(html($0, key, for: marks), key)
    }
  }

  func error(_ status: Int, sentence: String? = nil, for key: PageCache.Key) -> Response {
    let pages = pages(key)
    return ReadyPage(
      status: status, type: .html,
      body: pages.templates.error.render(pages.error(status, sentence: sentence)).bytes,
      isGzipped: key.isGzipped
    ).whole
  }

  private func html(_ page: CatalogPage, _ key: PageCache.Key, for marks: FavoriteList?) -> ReadyPage {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 << 10)
    pages(key).templates.catalog.render(page, into: &bytes)
    return ready(.html, bytes, key, for: marks, isQuick: page.list.isSearch)
  }

  /// A page with words; where favorites are kept it looks different to visitors who have some.
  func ready(
    _ type: MediaType, _ body: [UInt8], _ key: PageCache.Key, for marks: FavoriteList?, isQuick: Bool
  ) -> ReadyPage {
    let isOwn = marks?.isEmpty == false
    return ReadyPage(
      type: type, body: body, isGzipped: key.isGzipped, effort: isQuick || isOwn ? .quick : .usual,
      caching: isOwn ? "private, no-cache" : "no-cache", vary: Self.varyByLanguage)
  }

  private func results(_ state: ListState, _ marks: FavoriteList?, _ key: PageCache.Key) -> [UInt8] {
    let pages = pages(key)
    return pages.templates.results.render(pages.results(state, isOld: isOld, marks: marks)).bytes
  }

  // MARK: For scripts and browsers

  func listJSON(_ state: ListState, size: Int, _ key: PageCache.Key) -> ReadyPage {
    let body = json.list(pages.query(of: state), state, size: size)
    return keep(ReadyPage(type: .json, body: body, isGzipped: key.isGzipped, effort: .quick), key)
  }

  func entryJSON(_ id: String, _ key: PageCache.Key) -> ReadyPage? {
    json.entry(id).map {
      keep(ReadyPage(type: .json, body: $0, isGzipped: key.isGzipped, effort: .quick), key)
    }
  }

  func suggestions(
    _ state: ListState, withResults: Bool, _ marks: FavoriteList?, in origin: Origin, _ key: PageCache.Key
  ) -> ReadyPage {
    page(key, in: origin) {
      let search = pages.query(of: state).search
      let body = SuggestionsJSON.bytes(
        query: state.text, completions: completions.completions(search, keeping: state, in: origin),
        more: withResults ? ("results", String(decoding: results(state, marks, key), as: UTF8.self)) : nil)
      return withResults
        ? ready(.suggestions, body, key, for: marks, isQuick: true)
        : ReadyPage(type: .suggestions, body: body, isGzipped: key.isGzipped, effort: .quick)
    }
  }

  func openSearch(in origin: Origin, _ key: PageCache.Key) -> ReadyPage {
    page(key, in: origin) {
      let pages = pages(key)
      let description =
        search == nil
        ? pages.language.text(.searchAmong, ["nouns": pages.noun.many, "name": pages.show.name])
        : pages.language.text(.searchWithSuggestions, ["name": pages.show.name])
      let body = OpenSearchDescription.xml(
        pages.show, pages.addresses, icon: pages.icon, description: description, in: origin)
      return ReadyPage(type: .openSearch, body: body, isGzipped: key.isGzipped, vary: Self.varyByLanguage)
    }
  }

  /// A page whose addresses are whole, so that each name of this server has its own.
  func page(_ key: PageCache.Key, in origin: Origin, make: () -> ReadyPage) -> ReadyPage {
    var key = key
    key.variant = origin.text
    return kept(key) ?? keep(make(), key)
  }

  // MARK: Pictures

  /// The drawing of where an entry lies; nil without such an entry, and for one without a place.
  ///
  /// Made aside: a drawing may take a millisecond.
  func map(_ id: String, for request: Request, _ key: PageCache.Key) -> Answer? {
    guard pages.atlas != nil, let position = pages.catalog.position(of: id),
      pages.catalog.entries.coordinate(at: position) != nil
    else { return nil }
    let known = request.header("If-None-Match")
    return .later { [self] in
      guard let svg = pages.mapDrawing(id) else { return error(404, for: key) }
      let drawing = ReadyPage(
        type: .drawing, body: svg, isGzipped: key.isGzipped, caching: "public, max-age=86400")
      return keep(drawing, key).response(known: known)
    }
  }

  /// The entry's picture as far as it is here, else its placeholder; nil without such an entry.
  func picture(_ id: String, for request: Request) -> Answer? {
    guard let position = pages.catalog.position(of: id) else { return nil }
    let entry = pages.catalog.entries[position]
    let known = request.header("If-None-Match")
    guard let pictures, let address = entry.picture else {
      return .now(standIn(for: entry, caching: "public, max-age=3600").response(known: known))
    }
    // Asked about each time: the picture itself may be here by then.
    let awaiting = standIn(for: entry, caching: "no-cache").response(known: known)
    guard case .stored = pictures.state(of: address) else {
      pictures.miss(address)
      return .now(awaiting)
    }
    return .later {
      guard let picture = pictures.load(address) else { return awaiting }
      return PictureResponse.make(picture, known: known)
    }
  }

  private func standIn(for entry: Entry, caching: String) -> ReadyPage {
    let drawing = Placeholder.svg(title: entry.title, looks: pages.show.looks)
    return ReadyPage(type: .svg, body: drawing, isGzipped: false, caching: caching)
  }
}
