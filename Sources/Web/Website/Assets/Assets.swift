import Configuration
import FoundationEssentials
import System
import Templates
import Text

/// Languages, templates and public files for the pages of a show.
struct Assets: Sendable {
  let languages: Languages
  let templates: [LazyValue<PageTemplates>]
  let files: PublicFiles
  private let policy: PagePolicy
  /// The land of the globe for maps, an `<svg>`.
  let land: [UInt8]

  init(_ shared: SharedAssets, show: Show) throws(SiteError) {
    languages = shared.languages
    templates = try shared.templates(feedLanguage: show.language)
    files = PublicFiles(shared, tokens: Stylesheet.tokens(show.looks))
    policy = PagePolicy(script: shared.opening)
    land = shared.files[Self.land]?.content ?? []
    try files.require([
      "app.js", "copy.js", "scripts/transitions.js", Self.land, Self.worker, show.looks.icon,
    ])
  }

  /// The script that removes the service worker of earlier versions.
  static let worker = "service-worker-removal.js"
  static let land = "land.svg"

  /// The address of the folder of public files.
  func folder(in addresses: Addresses) -> String { addresses[.asset, files.version] }

  /// The address of a public file.
  func address(of path: String, in addresses: Addresses) -> String { "\(folder(in: addresses))/\(path)" }

  /// Headers of a page. The browser asks for the style sheet before it reads the markup.
  /// - Parameters:
  ///   - formTargets: origins that forms may be sent to, besides this site.
  ///   - frames: sources that may be framed.
  func pageHeaders(
    in addresses: Addresses, formTargets: [String] = [], frames: [String] = []
  ) -> [(String, String)] {
    [
      ("Content-Security-Policy", policy.text(formTargets: formTargets, frames: frames)),
      ("Link", "<\(address(of: PublicFiles.sheet, in: addresses))>; rel=preload; as=style"),
    ]
  }
}

/// The Content Security Policy (level 3) of pages.
struct PagePolicy: Sendable {
  private let script: String

  /// - Parameter script: the text of the inline script; nil for none.
  init(script: [UInt8]? = nil) {
    self.script = script.map { " 'sha256-\(Data(SHA256.hash($0)).base64EncodedString())'" } ?? ""
  }

  func text(formTargets: [String] = [], frames: [String] = []) -> String {
    let forms = ["'self'"] + formTargets
    var policy =
      "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'\(script); "
      + "connect-src 'self'; manifest-src 'self'; form-action \(forms.joined(separator: " ")); "
      + "base-uri 'none'; frame-ancestors 'none'"
    if !frames.isEmpty { policy += "; frame-src \(frames.joined(separator: " "))" }
    return policy
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
