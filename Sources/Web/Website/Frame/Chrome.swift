import Configuration
import System
import Templates

/// The parts that every page shares: its head, its links and its settings.
struct Chrome: Renderable {
  private let context: PageContext
  let title: String
  var home: String

  /// - Parameter title: goes before the show's name; nil for that name alone.
  init(_ context: PageContext, title: String?) {
    self.context = context
    self.title = title.map { "\($0) – \(context.showName)" } ?? context.showName
    home = context.addresses.list()
  }

  /// The beginning of a kiosk, to which it returns after a pause.
  var restart: String { address(.restart) }

  /// The address of a route; at a kiosk with the mark of one.
  private func address(_ route: Route) -> String {
    context.addresses[route] + context.addresses.query()
  }

  private var venue: Venue { context.addresses.venue }
  private var appearance: Appearance { context.preferences.appearance }

  private var rootClass: String? {
    let appearance = appearance == .system ? nil : "is-\(appearance.rawValue)"
    let names = [appearance, venue == .kiosk ? "is-kiosk" : nil].compactMap { $0 }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }

  private static let lightTheme = "\(Looks.lightBackground)"
  private static let darkTheme = Stylesheet.darkPage

  static let fields: [Templates.Field<Self>] = [
    .text("showName") { $0.context.showName },
    .text("title") { $0.title },
    .text("home") { $0.home },
    // The page of all shows.
    .optionalText("shelf") { $0.venue == .device ? $0.context.addresses.shelf : nil },
    // The folder of public files.
    .text("files") { $0.context.assets.folder(in: $0.context.addresses) },
    .text("openSearch") { $0.context.addresses[.openSearch] },
    .optionalText("newEntries") { chrome in
      let context = chrome.context
      return context.catalog.entries.isEmpty ? nil : context.addresses[.newEntries]
    },
    .text("table") { $0.context.addresses[.table] },
    .text("connect") { $0.context.addresses[.connect] },
    .text("manifest") { $0.context.addresses[.manifest] },
    .text("icon") { $0.context.shown.emblem.drawing },
    // For home screens that know no manifest.
    .optionalText("touchIcon") { $0.context.shown.emblem.address(of: .touch) },
    .text("lightTheme") { $0.appearance == .dark ? darkTheme : lightTheme },
    .text("darkTheme") { $0.appearance == .light ? lightTheme : darkTheme },
    .text("colorScheme") { $0.appearance == .system ? "light dark" : $0.appearance.rawValue },
    .optionalText("rootClass") { $0.rootClass },
    .flag("isOwnDevice") { $0.venue == .device },
    .flag("isKiosk") { $0.venue == .kiosk },
    .flag("isCopy") { $0.venue == .copy },
    .text("restart") { $0.restart },
    .integer("kioskPause") { _ in KioskHandler.pause },
    .flag("isOfDevice") { $0.appearance == .system },
    .flag("isLight") { $0.appearance == .light },
    .flag("isDark") { $0.appearance == .dark },
    .text("chooseAppearance") { $0.address(.appearance) },
    .text("chooseLanguage") { $0.address(.language) },
    .list("languages") { chrome in
      chrome.context.offeredLanguages.map {
        LanguageChoice(tag: $0.tag, name: $0.name, isCurrent: $0.tag == chrome.context.language.tag)
      }
    },
    .text("languageName") { $0.context.language.name },
  ]
}

extension PageContext {
  /// The languages that a visitor can choose: all, but for an export of some.
  var offeredLanguages: [Language] {
    let wanted = addresses.languages
    return assets.languages.all.filter { wanted.isEmpty || wanted.contains($0.tag) }
  }
}

/// A show's emblem: its drawing, and the pictures that `make icons` makes of it for home screens.
struct Emblem: Sendable {
  /// A square picture of the emblem; the number is its side in pixels.
  enum Form: String, Sendable, CaseIterable {
    case small = "icon-192"
    case large = "icon-512"
    /// For systems that cut out a shape of their own.
    case smallMaskable = "maskable-192"
    case largeMaskable = "maskable-512"
    /// For systems that round the corners.
    case touch = "touch-180"

    var side: Int { rawValue.suffix(3).number(in: 0...999) ?? 0 }
    var isMaskable: Bool { rawValue.hasPrefix("maskable") }
  }

  let drawing: String
  private let pictures: [Form: String]

  /// A show may have a drawing only; the other forms are then missing.
  init(of looks: Looks, in assets: Assets, _ addresses: Addresses) {
    drawing = assets.address(of: looks.icon, in: addresses)
    var pictures: [Form: String] = [:]
    for form in Form.allCases {
      let path = Self.path(of: form, beside: looks.icon)
      if assets.files[path] != nil { pictures[form] = assets.address(of: path, in: addresses) }
    }
    self.pictures = pictures
  }

  /// Path of a form in the public folder: `icons/wire.svg` has its pictures in `icons/wire/`.
  static func path(of form: Form, beside drawing: String) -> String {
    "\(drawing.dropLast(".svg".count))/\(form.rawValue).png"
  }

  func address(of form: Form) -> String? { pictures[form] }
}
