import CatalogCore
import FoundationEssentials
import HTTPServer
import Templating

/// What lies in the resources folder, read once at start: compiled templates and ready public files.
struct Assets: Sendable {
  let catalogTemplate: Template<CatalogPage>
  /// The list's results alone.
  let resultsTemplate: Template<ListPane>
  let errorTemplate: Template<ErrorPage>
  let searchTemplate: Template<SearchPage>
  let favoritesTemplate: Template<FavoritesPage>
  let handOverTemplate: Template<HandOverPage>
  /// What the drawer holds, alone.
  let drawerTemplate: Template<DrawerPane>
  private let files: [String: PublicFile]
  /// Names under which the public files are served, by their paths in the folder.
  private let names: [String: String]

  /// Reads `Templates/` and `Public/` below a folder.
  /// - Parameter looks: the show's colours, which go before the stylesheet.
  init(resources: String, looks: Looks) throws(SiteError) {
    let sources = try Self.templates(in: "\(resources)/Templates")
    do throws(TemplateError) {
      let library = try TemplateLibrary(sources: sources)
      catalogTemplate = try library.template("catalog", for: CatalogPage.self)
      resultsTemplate = try library.template("results", for: ListPane.self)
      errorTemplate = try library.template("error", for: ErrorPage.self)
      searchTemplate = try library.template("start", for: SearchPage.self)
      favoritesTemplate = try library.template("favorites", for: FavoritesPage.self)
      handOverTemplate = try library.template("hand-over", for: HandOverPage.self)
      drawerTemplate = try library.template("drawer-content", for: DrawerPane.self)
    } catch {
      throw .template("\(error)")
    }
    var files: [String: PublicFile] = [:]
    var names: [String: String] = [:]
    var contents = try Self.files(in: "\(resources)/Public", endings: ["css", "js", "svg"])
    if contents[Self.stylesheet] != nil {
      let sheet = try JoinedSheet(Self.stylesheet, of: contents)
      for part in sheet.parts { contents[part] = nil }
      contents[Self.stylesheet] = Stylesheet.tokens(looks) + sheet.content
    }
    for (path, bytes) in contents {
      guard let file = PublicFile(path: path, content: bytes) else { continue }
      files[file.name] = file
      names[path] = file.name
    }
    for path in [Self.stylesheet, Self.script, looks.icon] where names[path] == nil {
      throw .missing("\(resources)/Public/\(path)")
    }
    self.files = files
    self.names = names
  }

  static let stylesheet = "app.css"
  static let script = "app.js"

  func file(named name: String) -> PublicFile? { files[name] }

  /// The address of a public file; one that is not there gets an address that is not found.
  func address(of path: String, in addresses: Addresses) -> String {
    addresses.asset(names[path] ?? path)
  }

  /// Template sources by name: `list` is `list.mustache`, `icons/star` is `icons/star.svg`.
  private static func templates(in folder: String) throws(SiteError) -> [String: String] {
    var sources: [String: String] = [:]
    for (path, content) in try files(in: folder, endings: ["mustache", "svg"]) {
      guard let text = String(validating: content, as: UTF8.self) else {
        throw .template("\(path): is not UTF-8")
      }
      sources[String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)])] = text
    }
    return sources
  }

  /// Files below a folder by their paths in it.
  private static func files(in folder: String, endings: Set<String>) throws(SiteError) -> [String: [UInt8]] {
    guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder) else {
      throw .missing(folder)
    }
    var files: [String: [UInt8]] = [:]
    for path in paths where endings.contains(String(path.split(separator: ".").last ?? "")) {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)") else {
        throw .missing("\(folder)/\(path)")
      }
      files[path] = Array(data)
    }
    return files
  }
}
