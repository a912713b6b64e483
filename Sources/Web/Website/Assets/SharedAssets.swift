import FoundationEssentials
import Synchronization
import Templates

/// The languages, templates and public files of the resources folder.
final class SharedAssets: Sendable {
  let languages: Languages
  let inlined: InlinedParts
  /// The land of the globe for maps, an `<svg>`.
  let land: [UInt8]
  let files: PublicFiles
  private let library: TemplateLibrary
  private let folder: String
  private let made = Mutex(Made())

  private struct Made {
    /// By the language of the feed's texts.
    var templates: [String?: [LazyValue<PageTemplates>]] = [:]
  }

  /// Reads `Templates/` and `Public/` below a folder, and the languages.
  init(resources: String, locales: String) throws(SiteError) {
    folder = "\(resources)/Public"
    languages = try Languages(folder: locales)
    var sources = try Self.templates(in: "\(resources)/Templates")
    var contents = try Self.files(in: folder, endings: ["css", "js", "svg", "png"])
    land = contents[Assets.land] ?? []
    inlined = try InlinedParts(takenFrom: &contents)
    sources["inline/opening"] = String(decoding: inlined.script, as: UTF8.self)
    do throws(TemplateError) {
      library = try TemplateLibrary(sources: sources)
    } catch {
      throw .template("\(error)")
    }
    let name = "service-worker-removal.js"
    guard let worker = contents.removeValue(forKey: name) else { throw .missing("\(folder)/\(name)") }
    let scripts = contents.filter { $0.key.hasSuffix(".js") }
    var files: [String: PublicFile] = [:]
    for (path, content) in contents where scripts[path] == nil {
      let content = path.hasSuffix(".css") ? CompactText.bytes(content) : content
      files[path] = PublicFile(path: path, content: content)
    }
    self.files = PublicFiles(
      files.merging(try LinkedScripts(scripts).linked) { $1 }, worker: worker, folder: folder)
  }

  /// One set for each language, compiled at its first use.
  /// - Parameter feedLanguage: the language of the feed's texts; nil if unknown.
  func templates(feedLanguage: String?) throws(SiteError) -> [LazyValue<PageTemplates>] {
    try made.withLock { (made) throws(SiteError) in
      if let templates = made.templates[feedLanguage] { return templates }
      do throws(TemplateError) {
        // Words of every language name the same fields as those of English: what compiles with these does
        // with all.
        let english = try PageTemplates(
          library, in: languages[Languages.english], feedLanguage: feedLanguage)
        let templates = languages.all.enumerated().map { [library] position, language in
          LazyValue {
            guard position != Languages.english else { return english }
            return (try? PageTemplates(library, in: language, feedLanguage: feedLanguage)) ?? english
          }
        }
        made.templates[feedLanguage] = templates
        return templates
      } catch {
        throw .template("\(error)")
      }
    }
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
