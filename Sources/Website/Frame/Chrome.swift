import Configuration
import Templating

/// What every page has around its content.
struct Chrome: Sendable {
  let showName: String
  /// Title of the document: the page's own before the show's.
  var title: String
  let home: String
  /// Address of the page of all shows; nil for a show that is served alone.
  private let shelf: String?
  /// Further styles, for the pages that name them.
  let searchStyles: String
  let favoritesStyles: String
  let script: String
  /// The script for what moves from one page to the next.
  let transitions: String
  let openSearch: String
  /// Address of the way here for another device.
  let connect: String
  let icon: String
  let manifest: String
  /// For home screens that know no manifest; nil if the emblem was not drawn for them.
  let touchIcon: String?
  private let lightTheme: String
  private let darkTheme: String
  /// What the visitor has chosen.
  var appearance = Appearance.system
  let chooseAppearance: String
  /// Where a language is chosen, and which there are.
  let chooseLanguage: String
  let languages: [LanguageChoice]
  private let languageName: String

  /// - Parameter language: position of the page's own.
  init(_ show: Show, _ addresses: Addresses, _ assets: Assets, _ emblem: Emblem, language: Int) {
    showName = show.name
    title = show.name
    home = addresses.list()
    shelf = addresses.shelf
    searchStyles = assets.address(of: Assets.searchStyles, in: addresses)
    favoritesStyles = assets.address(of: Assets.favoritesStyles, in: addresses)
    script = assets.address(of: Assets.script, in: addresses)
    transitions = assets.address(of: Assets.transitions, in: addresses)
    openSearch = addresses[.openSearch]
    connect = addresses[.connect]
    icon = emblem.drawing
    manifest = addresses[.manifest]
    touchIcon = emblem.address(of: .touch)
    lightTheme = "\(Looks.lightBackground)"
    darkTheme = Stylesheet.darkPage
    chooseAppearance = addresses[.appearance]
    chooseLanguage = addresses[.language]
    languageName = assets.languages[language].name
    languages = assets.languages.all.enumerated().map { position, choice in
      LanguageChoice(tag: choice.tag, name: choice.name, isCurrent: position == language)
    }
  }
}

extension Chrome: Renderable {
  static let fields: [Templating.Field<Chrome>] = [
    .text("showName") { $0.showName },
    .text("title") { $0.title },
    .text("home") { $0.home },
    .optionalText("shelf") { $0.shelf },
    .text("searchStyles") { $0.searchStyles },
    .text("favoritesStyles") { $0.favoritesStyles },
    .text("script") { $0.script },
    .text("transitions") { $0.transitions },
    .text("openSearch") { $0.openSearch },
    .text("connect") { $0.connect },
    .text("icon") { $0.icon },
    .text("manifest") { $0.manifest },
    .optionalText("touchIcon") { $0.touchIcon },
    .text("lightTheme") { $0.appearance == .dark ? $0.darkTheme : $0.lightTheme },
    .text("darkTheme") { $0.appearance == .light ? $0.lightTheme : $0.darkTheme },
    .text("colorScheme") { $0.appearance == .system ? "light dark" : $0.appearance.rawValue },
    .flag("isOfDevice") { $0.appearance == .system },
    .flag("isLight") { $0.appearance == .light },
    .flag("isDark") { $0.appearance == .dark },
    .text("chooseAppearance") { $0.chooseAppearance },
    .text("chooseLanguage") { $0.chooseLanguage },
    .list("languages") { $0.languages },
    .text("languageName") { $0.languageName },
  ]
}
