import Templating

/// What every page has around its content.
struct Chrome: Sendable {
  let showName: String
  /// Title of the document: the page's own before the show's.
  let title: String
  let home: String
  let stylesheet: String
  /// Further styles, for the pages that name them.
  let startStyles: String
  let sheetStyles: String
  let script: String
  let openSearch: String
  /// Address of the way here for another device.
  let connect: String
  let icon: String
  let manifest: String
  /// For home screens that know no manifest; nil where the emblem was not drawn for them.
  let touchIcon: String?
  let lightTheme: String
  let darkTheme: String
  /// Where a language is chosen, and which there are.
  let chooseLanguage: String
  let languages: [LanguageChoice]
}

extension Chrome: Renderable {
  static let fields: [Field<Chrome>] = [
    .text("showName") { $0.showName },
    .text("title") { $0.title },
    .text("home") { $0.home },
    .text("stylesheet") { $0.stylesheet },
    .text("startStyles") { $0.startStyles },
    .text("sheetStyles") { $0.sheetStyles },
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
