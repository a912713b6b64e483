import HTTPServer
import System

/// The files of `Public/`.
struct PublicFiles: Sendable {
  /// The script that removes the service worker of earlier versions.
  let worker: [UInt8]
  /// Served names by the paths in the folder.
  let names: [String: String]
  private let files: [String: PublicFile]
  private let folder: String

  init(_ files: [String: PublicFile], worker: [UInt8], folder: String) {
    (self.worker, self.folder) = (worker, folder)
    names = files.mapValues(\.name)
    self.files = Dictionary(files.values.map { ($0.name, $0) }) { first, _ in first }
  }

  subscript(name: String) -> PublicFile? { files[name] }

  /// - Throws: `SiteError.missing` for the first that is not there.
  func require(_ paths: [String]) throws(SiteError) {
    for path in paths where names[path] == nil { throw .missing("\(folder)/\(path)") }
  }
}

/// A file of `Public/`, named by its content, which browsers cache forever.
struct PublicFile: Sendable {
  /// `<name>-<hash>.<ending>`, folders flattened with hyphens.
  let name: String
  private let plain: ReadyPage
  private let gzipped: LazyValue<ReadyPage>

  /// Nil for a kind of file that is not served.
  init?(path: String, content: [UInt8]) {
    guard let dot = path.lastIndex(of: "."), let type = MediaType(fileEnding: path[path.index(after: dot)...])
    else { return nil }
    let stem = path[..<dot].split(separator: "/").joined(separator: "-")
    name = "\(stem)-\(ContentHash.hex(content).prefix(12))\(path[dot...])"
    let plain = Self.page(type, content, isGzipped: false)
    self.plain = plain
    gzipped = LazyValue { type == .png ? plain : Self.page(type, content, isGzipped: true) }
  }

  private static func page(_ type: MediaType, _ content: [UInt8], isGzipped: Bool) -> ReadyPage {
    ReadyPage(
      type: type, body: content, isGzipped: isGzipped, effort: .most,
      caching: "public, max-age=31536000, immutable",
      headers: [("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")])
  }

  func page(isGzipped: Bool) -> ReadyPage { isGzipped ? gzipped.value : plain }
}

enum AssetHandler {
  static func file(_ visit: Visit) -> Reply {
    guard let file = visit.edition.context.assets.files[visit.name] else { return .refusal(404) }
    return .ready(file.page(isGzipped: visit.sender.isGzipped))
  }

  static func worker(_ visit: Visit) -> Reply {
    .page(.javaScript, visit.edition.context.assets.files.worker)
  }
}

/// Scripts that import each other by their served names.
///
/// A name contains the hash of the content, which contains the names of the imports: so imports come first.
struct LinkedScripts {
  private let files: [String: [UInt8]]
  /// By path in the folder.
  private(set) var linked: [String: PublicFile] = [:]
  /// Paths of the scripts whose imports are being linked.
  private var open: [String] = []

  /// - Throws: `SiteError.missing` for a missing script, `SiteError.template` for circular imports.
  init(_ files: [String: [UInt8]]) throws(SiteError) {
    self.files = files
    for path in files.keys.sorted() where path.hasSuffix(".js") { _ = try link(path) }
  }

  private mutating func link(_ path: String) throws(SiteError) -> PublicFile {
    if let file = linked[path] { return file }
    guard !open.contains(path) else { throw .template("\(path): imports itself by way of others") }
    guard let content = files[path] else { throw .missing("Public/\(path)") }
    open.append(path)
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var parts = String(decoding: CompactText.bytes(content), as: UTF8.self).split(
      separator: "\"" as Character, omittingEmptySubsequences: false
    ).map(String.init)
    // In a script only an import's path begins and ends like this between two quotes.
    for index in parts.indices where parts[index].hasPrefix("./") && parts[index].hasSuffix(".js") {
      parts[index] = "./\(try link("\(folder)\(parts[index].dropFirst(2))").name)"
    }
    guard let file = PublicFile(path: path, content: Array(parts.joined(separator: "\"").utf8)) else {
      throw .missing("Public/\(path)")
    }
    open.removeLast()
    linked[path] = file
    return file
  }
}
