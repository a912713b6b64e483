import Catalogs
import Configuration
import Text

/// A visitor's choices, which cookies keep; a part of the key of each cached page with words.
struct Preferences: Hashable, Sendable {
  /// Position of the language.
  var language = Languages.english
  var appearance = Appearance.system
  /// Nil for the show's own.
  var view: ListState.View?
  /// Nil for the list's own.
  var sort: FactSort?
  /// Nil for an open list beside an entry.
  var pane: Pane?

  init(language: Int = Languages.english) { self.language = language }

  /// Reads the choices of a browser.
  /// - Parameters:
  ///   - ofList: whether those for the show's list are read too.
  ///   - language: for a browser that has not chosen one.
  init(
    _ cookies: UnsafeBufferPointer<UInt8>, of context: PageContext, ofList: Bool, language: () -> Int
  ) {
    self.language =
      SettingsCookie.language.value(among: context.assets.languages.tags, in: cookies) ?? language()
    appearance = SettingsCookie.appearance.value(in: cookies, Appearance.init) ?? .system
    guard ofList else { return }
    view = context.cookies.view.value(in: cookies, ListState.View.init)?.current
    sort = context.cookies.sort.value(in: cookies) { context.whole.sort(named: $0) }
    pane = SettingsCookie.pane.value(in: cookies) { $0 == Pane.closed.rawValue ? .closed : nil }
  }

  /// The values of `Set-Cookie` that remove the choices of all shows.
  static func removals(_ addresses: Addresses, isSecure: Bool) -> [String] {
    [SettingsCookie.language, .appearance].map {
      $0.setting("", isRemoved: true, addresses, isSecure: isSecure)
    }
  }
}

/// Light or dark pages, or the device's own appearance.
enum Appearance: String, Sendable, CaseIterable {
  case system, light, dark
}

/// Whether wide screens show the list beside an entry.
enum Pane: String, Sendable, CaseIterable {
  case open, closed
}

/// The query of a target with the state of the list and the context of the page that it asks for.
struct Asked: Sendable {
  let query: QueryReader
  let state: ListState
  let context: PageContext

  /// - Parameters:
  ///   - own: the context of the edition.
  ///   - kept: the choices of the browser; those in the query replace them.
  init(_ query: ArraySlice<UInt8>, of own: PageContext, _ kept: Preferences, isKiosk: Bool, textLimit: Int) {
    let query = QueryReader(query)
    var preferences = kept
    let state = ListState(query, textLimit: textLimit, of: own.catalog)
    preferences.view = state.view ?? kept.view
    if !isKiosk, query["sort"] != nil {
      preferences.sort = state.sort == own.catalog.sort ? nil : state.sort
    }
    let context = own.with(preferences)
    let view = isKiosk ? .grid : preferences.view
    let pane = state.pane ?? (state.asksForList ? nil : kept.pane)
    self.query = query
    self.state = state.with(\.view, view == own.looks.view ? nil : view)
      .with(\.pane, isKiosk ? nil : pane)
    self.context = isKiosk ? context.atKiosk : context
  }
}

extension Visit {
  /// The values of `Set-Cookie` that keep the choices in the address of a page, where they are new.
  var choiceHeaders: [(String, String)] {
    guard needs.contains(.language), !query.isEmpty else { return [] }
    let own = edition.context
    let named = ListState(query, of: own.whole)
    var headers: [String?] = []
    let isOfList = [.list, .results, .entry].contains(route) && site.shelf == nil && !isKiosk
    if isOfList, route == .list {
      headers.append(setting(own.cookies.view, named.view, preferences.view, own: own.looks.view))
    }
    if isOfList, route != .entry { headers.append(sortSetting(named)) }
    if isOfList, route != .results {
      headers.append(setting(SettingsCookie.pane, named.pane, preferences.pane, own: .open))
    }
    return headers.compactMap { value in value.map { ("Set-Cookie", $0) } }
  }

  private func setting<Choice: RawRepresentable<String> & Equatable>(
    _ cookie: SettingsCookie, _ chosen: Choice?, _ kept: Choice?, own: Choice
  ) -> String? {
    guard let chosen, chosen != kept ?? own else { return nil }
    return setting(cookie, chosen.rawValue, isOwn: chosen == own)
  }

  /// The order of search results is not kept.
  private func sortSetting(_ named: ListState) -> String? {
    guard let name = query["sort"], named.text.isEmpty, name == FactField.titleOrder || named.sort != nil
    else { return nil }
    let isOwn = named.sort == edition.context.catalog.sort
    guard isOwn ? preferences.sort != nil : named.sort != preferences.sort else { return nil }
    return setting(edition.context.cookies.sort, PercentCoding.encode(name), isOwn: isOwn)
  }

  /// The value of `Set-Cookie` that stores a choice; the show's own needs no cookie.
  func setting(_ cookie: SettingsCookie, _ value: String, isOwn: Bool) -> String {
    cookie.setting(value, isRemoved: isOwn, edition.context.addresses, isSecure: sender.isSecure)
  }
}
