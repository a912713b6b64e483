import FoundationEssentials
import Synchronization
import System
import Templates

/// The languages, templates and public files of the resources folder.
final class SharedAssets: Sendable {
  let languages: Languages
  /// The script within every page, so that its first frame waits for no other.
  let opening: [UInt8]
  /// The style sheet but for its beginning, which a show's file decides.
  let sheet: [UInt8]
  /// The files of `Public/` by their paths, and a hash of them.
  let files: [String: PublicFile]
  let hash: String
  private let library: TemplateLibrary
  private let made = Mutex(Made())

  private struct Made {
    /// By the language of the feed's texts.
    var templates: [String?: [LazyValue<PageTemplates>]] = [:]
  }

  /// Reads `Templates/` and `Public/` below a folder, and the languages.
  init(resources: String, locales: String) throws(SiteError) {
    languages = try Languages(folder: locales)
    var sources = try Self.templates(in: "\(resources)/Templates")
    let contents = try Self.files(in: "\(resources)/Public", endings: ["css", "js", "svg", "png"])
    sheet = try JoinedSheet.bytes(PublicFiles.sheet, of: contents)
    guard let opening = contents["opening.js"] else { throw .missing("Public/opening.js") }
    self.opening = opening
    sources["inline/opening"] = String(decoding: opening, as: UTF8.self)
    hash = contents.sorted { $0.key < $1.key }.map { "\($0) \(StreamHash.of($1).hexDigits)" }
      .joined(separator: "\n")
    files = contents.reduce(into: [:]) { files, file in
      let ending = file.key.split(separator: ".").last ?? ""
      files[file.key] = MediaType(fileEnding: ending).map { PublicFile($0, file.value) }
    }
    do throws(TemplateError) {
      library = try TemplateLibrary(sources: sources)
    } catch {
      throw .template("\(error)")
    }
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
