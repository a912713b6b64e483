import Configuration
@_spi(TrustedMarkup) import Text

/// Languages, templates and public files for the pages of a show.
struct Assets: Sendable {
  let languages: Languages
  let templates: [LazyValue<PageTemplates>]
  let styles: SafeHTML
  let policy: PagePolicy
  /// Headers of a page without headers of its own.
  let pageHeaders: [(String, String)]
  /// Whether browsers cache pages for times when the server is out of reach; a kiosk's never do.
  let keepsPages: Bool
  let files: PublicFiles

  init(_ shared: SharedAssets, show: Show) throws(SiteError) {
    languages = shared.languages
    templates = try shared.templates(feedLanguage: show.language)
    styles = SafeHTML(trusted: CompactText.bytes(Stylesheet.tokens(show.looks)) + shared.inlined.styles)
    policy = PagePolicy(script: shared.inlined.script, style: styles.bytes)
    pageHeaders = [("Content-Security-Policy", policy.text())]
    keepsPages = show.serving.offlinePages && !show.isKiosk
    files = try shared.publicFiles(offlinePages: keepsPages)
    try files.require([Self.script, Self.transitions, show.looks.icon])
  }

  static let script = "app.js"
  static let copyScript = "copy.js"
  static let transitions = "scripts/transitions.js"

  /// The address of a public file; that of a missing one is not found.
  func address(of path: String, in addresses: Addresses) -> String {
    addresses[.asset, files.names[path] ?? path]
  }

  /// Served names of the stylesheets, scripts and emblem of all pages.
  func shell(icon: String) -> [String] {
    files.names.filter { path, _ in
      path == icon || path.hasSuffix(".css") || path.hasSuffix(".js") && path != Self.copyScript
    }.values.sorted()
  }
}
