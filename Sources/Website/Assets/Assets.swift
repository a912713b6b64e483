import Catalogs
import Configuration
import FoundationEssentials
import HTTPServer
import Templating

/// What lies in the resources folder, read once at start: languages, compiled templates and ready public
/// files.
struct Assets: Sendable {
  let languages: Languages
  /// One set a language, in the order of the languages; compiled when it is first used, since few houses speak
  /// them all.
  let templates: [LazyValue<PageTemplates>]
  /// The script that browsers run beside the pages, or the one that removes it.
  let worker: [UInt8]
  /// The style sheet that stands within every page.
  let styles: [UInt8]
  /// What pages may load and run.
  let policy: PagePolicy
  /// Headers of every page that has none of its own.
  let pageHeaders: [(String, String)]
  private let files: [String: PublicFile]
  /// Names under which the public files are served, by their paths in the folder.
  private let names: [String: String]

  /// Reads `Templates/` and `Public/` below a folder, and the languages.
  /// - Parameters:
  ///   - locales: nil for `config/locales` below the same folder.
  ///   - show: its colours go before the style sheet.
  init(resources: String, locales: String?, show: Show) throws(SiteError) {
    let looks = show.looks
    languages = try Languages(folder: locales ?? "\(resources)/config/locales")
    var sources = try Self.templates(in: "\(resources)/Templates")
    var contents = try Self.files(in: "\(resources)/Public", endings: ["css", "js", "svg", "png"])
    let inlined = try InlinedParts(takenFrom: &contents, looks)
    policy = PagePolicy(script: inlined.script, style: inlined.styles)
    styles = inlined.styles
    pageHeaders = [("Content-Security-Policy", policy.text())]
    sources.merge(inlined.templates) { $1 }
    do throws(TemplateError) {
      let library = try TemplateLibrary(sources: sources)
      // Words of every language name the same fields as those of English: what compiles with these does
      // with all.
      let english = try PageTemplates(
        library, in: languages[Languages.english], feedLanguage: show.language)
      templates = languages.all.enumerated().map { position, language in
        LazyValue {
          guard position != Languages.english else { return english }
          return (try? PageTemplates(library, in: language, feedLanguage: show.language)) ?? english
        }
      }
    } catch {
      throw .template("\(error)")
    }
    var files: [String: PublicFile] = [:]
    var names: [String: String] = [:]
    for (path, content) in contents where path.hasSuffix(".css") {
      contents[path] = CompactStyles.bytes(content)
    }
    worker = try OfflineScripts.take(
      from: &contents, isOn: show.serving.offlinePages, folder: "\(resources)/Public")
    let scripts = try LinkedScripts(contents).linked
    for (path, bytes) in contents {
      guard let file = scripts[path] ?? PublicFile(path: path, content: bytes) else { continue }
      files[file.name] = file
      names[path] = file.name
    }
    for path in [Self.script, Self.transitions, looks.icon] where names[path] == nil {
      throw .missing("\(resources)/Public/\(path)")
    }
    self.files = files
    self.names = names
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

  func file(named name: String) -> PublicFile? { files[name] }

  /// The address of a public file; one that is not there gets an address that is not found.
  func address(of path: String, in addresses: Addresses) -> String {
    addresses[.asset, names[path] ?? path]
  }

  /// Served names of what every page is made of, by its path: stylesheets, scripts and the emblem.
  func shell(icon: String) -> [String] {
    names.filter { path, _ in
      path == icon || path.hasSuffix(".css") || path.hasSuffix(".js") && path != Self.copyScript
    }.values.sorted()
  }

  func hasFile(at path: String) -> Bool { names[path] != nil }

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
