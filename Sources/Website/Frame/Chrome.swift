import Configuration
import Templating

/// What every page has around its content.
struct Chrome: Sendable {
  let showName: String
  /// Title of the document: the page's own before the show's.
  var title: String
  let home: String
  let stylesheet: String
  /// Further styles, for the pages that name them.
  let searchStyles: String
  let favoritesStyles: String
  let script: String
  let openSearch: String
  /// Address of the way here for another device.
  let connect: String
  let icon: String
  let manifest: String
  /// For home screens that know no manifest; nil if the emblem was not drawn for them.
  let touchIcon: String?
  let lightTheme: String
  let darkTheme: String
  /// Where a language is chosen, and which there are.
  let chooseLanguage: String
  let languages: [LanguageChoice]

  /// - Parameter language: position of the page's own.
  init(_ show: Show, _ addresses: Addresses, _ assets: Assets, _ emblem: Emblem, language: Int) {
    showName = show.name
    title = show.name
    home = addresses.list()
    stylesheet = assets.address(of: Assets.stylesheet, in: addresses)
    searchStyles = assets.address(of: Assets.searchStyles, in: addresses)
    favoritesStyles = assets.address(of: Assets.favoritesStyles, in: addresses)
    script = assets.address(of: Assets.script, in: addresses)
    openSearch = addresses[.openSearch]
    connect = addresses[.connect]
    icon = emblem.drawing
    manifest = addresses[.manifest]
    touchIcon = emblem.address(of: .touch)
    lightTheme = "\(Looks.lightBackground)"
    darkTheme = Stylesheet.darkPage
    chooseLanguage = addresses[.language]
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
    .text("stylesheet") { $0.stylesheet },
    .text("searchStyles") { $0.searchStyles },
    .text("favoritesStyles") { $0.favoritesStyles },
    .text("script") { $0.script },
    .text("openSearch") { $0.openSearch },
    .text("connect") { $0.connect },
    .text("icon") { $0.icon },
    .text("manifest") { $0.manifest },
    .optionalText("touchIcon") { $0.touchIcon },
    .text("lightTheme") { $0.lightTheme },
    .text("darkTheme") { $0.darkTheme },
    .text("chooseLanguage") { $0.chooseLanguage },
    .list("languages") { $0.languages },
  ]
}
