import Configuration
@_spi(TrustedMarkup) import Text

/// What the pages of a show are made with: most of it is shared with other shows.
struct Assets: Sendable {
  let languages: Languages
  /// One set a language, in the order of the languages.
  let templates: [LazyValue<PageTemplates>]
  /// The style sheet that stands within every page, to the byte.
  let styles: SafeHTML
  /// What pages may load and run.
  let policy: PagePolicy
  /// Headers of every page that has none of its own.
  let pageHeaders: [(String, String)]
  /// Whether browsers keep pages for when the server is out of reach; a kiosk's never do.
  let keepsPages: Bool
  private let files: PublicFiles

  /// - Parameter show: its colours go before the style sheet.
  init(_ shared: SharedAssets, show: Show) throws(SiteError) {
    languages = shared.languages
    templates = try shared.templates(feedLanguage: show.language)
    // As trusted as the templates, which lie beside it.
    styles = SafeHTML(trusted: CompactText.bytes(Stylesheet.tokens(show.looks)) + shared.inlined.styles)
    policy = PagePolicy(script: shared.inlined.script, style: styles.bytes)
    pageHeaders = [("Content-Security-Policy", policy.text())]
    keepsPages = show.serving.offlinePages && !show.isKiosk
    files = try shared.publicFiles(offlinePages: keepsPages)
    try files.require([Self.script, Self.transitions, show.looks.icon])
  }

  /// What only the page of a search elsewhere needs.
  static let searchStyles = "styles/start.css"
  /// What only the pages around the favorites need.
  static let favoritesStyles = "styles/sheet.css"
  /// What only the page of all shows needs.
  static let shelfStyles = "styles/shelf.css"
  /// What only the page for when the server is out of reach needs, and the note above kept pages.
  static let offlineStyles = "offline.css"
  /// What only a kiosk needs.
  static let kioskStyles = "styles/kiosk.css"
  static let script = "app.js"
  /// What the pages of a copy have in its stead.
  static let copyScript = "copy.js"
  static let transitions = "scripts/transitions.js"

  /// The script that browsers run beside the pages, or the one that removes it.
  var worker: [UInt8] { files.worker }

  func file(named name: String) -> PublicFile? { files[name] }

  /// The address of a public file; one that is not there gets an address that is not found.
  func address(of path: String, in addresses: Addresses) -> String {
    addresses[.asset, files.names[path] ?? path]
  }

  /// Served names of what every page is made of, by its path: stylesheets, scripts and the emblem.
  func shell(icon: String) -> [String] {
    files.names.filter { path, _ in
      path == icon || path.hasSuffix(".css") || path.hasSuffix(".js") && path != Self.copyScript
    }.values.sorted()
  }

  func hasFile(at path: String) -> Bool { files.names[path] != nil }
}
