import Configuration
import FoundationEssentials
import System
import Templates
@_spi(TrustedMarkup) import Text

/// Languages, templates and public files for the pages of a show.
struct Assets: Sendable {
  let languages: Languages
  let templates: [LazyValue<PageTemplates>]
  let styles: SafeHTML
  let policy: PagePolicy
  /// Headers of a page without headers of its own.
  let pageHeaders: [(String, String)]
  let files: PublicFiles
  let land: [UInt8]

  init(_ shared: SharedAssets, show: Show) throws(SiteError) {
    (languages, land) = (shared.languages, shared.land)
    templates = try shared.templates(feedLanguage: show.language)
    styles = SafeHTML(trusted: CompactText.bytes(Stylesheet.tokens(show.looks)) + shared.inlined.styles)
    policy = PagePolicy(script: shared.inlined.script, style: styles.bytes)
    pageHeaders = [("Content-Security-Policy", policy.text())]
    files = shared.files
    try files.require([Self.script, Self.land, Self.transitions, show.looks.icon])
  }

  static let script = "app.js"
  static let land = "land.svg"
  static let copyScript = "copy.js"
  static let transitions = "scripts/transitions.js"

  /// The address of a public file; that of a missing one is not found.
  func address(of path: String, in addresses: Addresses) -> String {
    addresses[.asset, files.names[path] ?? path]
  }
}

/// The Content Security Policy (level 3) of pages.
struct PagePolicy: Sendable {
  private let script: String
  private let style: String

  /// The texts of the inline script and style sheet; nil for none.
  init(script: [UInt8]? = nil, style: [UInt8]? = nil) {
    self.script = Self.source(script)
    self.style = Self.source(style)
  }

  /// - Parameters:
  ///   - formTargets: origins that forms may be sent to, besides this site.
  ///   - frames: sources that may be framed.
  func text(formTargets: [String] = [], frames: [String] = []) -> String {
    let forms = ["'self'"] + formTargets
    var policy =
      "default-src 'none'; img-src 'self'; style-src 'self'\(style); script-src 'self'\(script); "
      + "connect-src 'self'; manifest-src 'self'; form-action \(forms.joined(separator: " ")); "
      + "base-uri 'none'; frame-ancestors 'none'"
    if !frames.isEmpty { policy += "; frame-src \(frames.joined(separator: " "))" }
    return policy
  }

  private static func source(_ text: [UInt8]?) -> String {
    text.map { " 'sha256-\(Data(SHA256.hash($0)).base64EncodedString())'" } ?? ""
  }
}

/// Every template, compiled for its model in one language.
struct PageTemplates: Sendable {
  let catalog: Template<CatalogPage>
  let results: Template<ListPane>
  let error: Template<ErrorPage>
  let search: Template<SearchPage>
  let favorites: Template<FavoritesPage>
  let handOver: Template<HandOverPage>
  let shelf: Template<ShelfPage>
  let connect: Template<ConnectPage>
  let labels: Template<LabelsPage>
  let drawer: Template<DrawerPane>

  /// - Parameter feedLanguage: the language of the feed's texts; nil if unknown.
  init(_ library: TemplateLibrary, in language: Language, feedLanguage: String?) throws(TemplateError) {
    let constants = language.constants(feedLanguage: feedLanguage)
    func template<Model: Renderable>(
      _ name: String, for model: Model.Type
    ) throws(TemplateError) -> Template<Model> {
      try library.template(name, for: model, constants: constants)
    }
    catalog = try template("catalog", for: CatalogPage.self)
    results = try template("fragment", for: ListPane.self)
    error = try template("error", for: ErrorPage.self)
    search = try template("search", for: SearchPage.self)
    favorites = try template("favorites", for: FavoritesPage.self)
    handOver = try template("hand-over", for: HandOverPage.self)
    shelf = try template("shelf", for: ShelfPage.self)
    connect = try template("connect", for: ConnectPage.self)
    labels = try template("labels", for: LabelsPage.self)
    drawer = try template("drawer-content", for: DrawerPane.self)
  }
}

extension Language {
  /// The constants `words.…`, `language.…` and `feed.language`, which is empty for the page's own language.
  fileprivate func constants(feedLanguage: String?) -> [String: Constant] {
    var constants: [String: Constant] = [
      "language.tag": Constant(tag), "language.direction": Constant(direction.rawValue),
      "feed.language": Constant(feedLanguage == tag ? "" : feedLanguage ?? ""),
    ]
    for (key, pattern) in words { constants["words.\(key)"] = Constant(pattern.pieces) }
    return constants
  }
}
