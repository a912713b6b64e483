import Configuration
import Templates
import Text

/// What every page has around its content.
struct Chrome: Sendable {
  let showName: String
  /// Title of the document: the page's own before the show's.
  var title: String
  var home: String
  /// Address of the page of all shows; nil for a show that is served alone.
  private let shelf: String?
  /// The style sheet within the page.
  private let styles: SafeHTML
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
  private var venue: Venue
  /// Where a kiosk begins anew, and after how many seconds without a touch.
  private(set) var restart = ""
  let kioskStyles: String
  /// The script of a copy.
  let copyScript: String
  private let lightTheme: String
  private let darkTheme: String
  /// What the visitor has chosen.
  var appearance = Appearance.system
  private(set) var chooseAppearance: String
  /// Where a language is chosen, and which there are.
  private(set) var chooseLanguage: String
  let languages: [LanguageChoice]
  private let languageName: String

  /// - Parameter language: position of the page's own.
  init(_ show: Show, _ addresses: Addresses, _ assets: Assets, _ emblem: Emblem, language: Int) {
    showName = show.name
    title = show.name
    home = addresses.list()
    venue = addresses.venue
    kioskStyles = assets.address(of: Assets.kioskStyles, in: addresses)
    copyScript = assets.address(of: Assets.copyScript, in: addresses)
    shelf = addresses.shelf
    styles = assets.styles
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

  /// Leads to these addresses from now on.
  mutating func move(to addresses: Addresses) {
    venue = addresses.venue
    home = addresses.list()
    restart = addresses[.restart] + addresses.query()
    chooseAppearance = addresses[.appearance] + addresses.query()
    chooseLanguage = addresses[.language] + addresses.query()
  }

  /// What the style sheet and the scripts know a page by; nil for most.
  private var rootClass: String? {
    let names = [
      appearance == .system ? nil : "is-\(appearance.rawValue)", venue == .kiosk ? "is-kiosk" : nil,
    ].compactMap { $0 }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
}

extension Chrome: Renderable {
  static let fields: [Templates.Field<Chrome>] = [
    .text("showName") { $0.showName },
    .text("title") { $0.title },
    .text("home") { $0.home },
    .optionalText("shelf") { $0.venue == .device ? $0.shelf : nil },
    .html("styles") { $0.styles },
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
    .optionalText("rootClass") { $0.rootClass },
    .flag("isOwnDevice") { $0.venue == .device },
    .flag("isKiosk") { $0.venue == .kiosk },
    .flag("isCopy") { $0.venue == .copy },
    .text("restart") { $0.restart },
    .integer("kioskPause") { _ in KioskHandler.pause },
    .text("kioskStyles") { $0.kioskStyles },
    .text("copyScript") { $0.copyScript },
    .flag("isOfDevice") { $0.appearance == .system },
    .flag("isLight") { $0.appearance == .light },
    .flag("isDark") { $0.appearance == .dark },
    .text("chooseAppearance") { $0.chooseAppearance },
    .text("chooseLanguage") { $0.chooseLanguage },
    .list("languages") { $0.languages },
    .text("languageName") { $0.languageName },
  ]
}
