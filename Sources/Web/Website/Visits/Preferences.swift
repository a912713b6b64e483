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
    view = context.shown.cookies.view.value(in: cookies, ListState.View.init)?.current
    sort = context.shown.cookies.sort.value(in: cookies) { context.whole.sort(named: $0) }
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

extension Visit {
  /// The values of `Set-Cookie` that keep the choices in the address of a page, where they are new.
  var choiceHeaders: [(String, String)] {
    guard call.needs.contains(.language), !query.isEmpty else { return [] }
    let own = call.edition.context
    let named = ListState(query, of: own.whole)
    var headers: [String?] = []
    let isOfList = [.list, .results, .entry].contains(call.route) && call.site.shelf == nil && !call.isKiosk
    if isOfList, call.route == .list {
      headers.append(setting(own.shown.cookies.view, named.view, call.preferences.view, own: own.looks.view))
    }
    if isOfList, call.route != .entry { headers.append(sortSetting(named)) }
    if isOfList, call.route != .results {
      headers.append(setting(SettingsCookie.pane, named.pane, call.preferences.pane, own: .open))
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
    let isOwn = named.sort == call.edition.context.catalog.sort
    guard isOwn ? call.preferences.sort != nil : named.sort != call.preferences.sort else { return nil }
    return setting(call.edition.context.shown.cookies.sort, PercentCoding.encode(name), isOwn: isOwn)
  }

  /// The value of `Set-Cookie` that stores a choice; the show's own needs no cookie.
  func setting(_ cookie: SettingsCookie, _ value: String, isOwn: Bool) -> String {
    cookie.setting(value, isRemoved: isOwn, call.edition.context.addresses, isSecure: call.sender.isSecure)
  }
}
