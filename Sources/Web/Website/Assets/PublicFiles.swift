import HTTPServer
import System

/// The files of `Public/` as they are served.
struct PublicFiles: Sendable {
  /// The script that browsers run beside the pages, or the one that removes it.
  let worker: [UInt8]
  /// Names under which they are served, by their paths in the folder.
  let names: [String: String]
  private let files: [String: PublicFile]
  /// Where they come from, for faults.
  private let folder: String

  /// - Parameter files: by their paths in the folder.
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

/// A file of `Public/`, named by its content, ready in both encodings and kept by browsers for ever.
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
      type: type, body: content, isGzipped: isGzipped, effort: .most, caching: caching, headers: headers)
  }

  /// What is not a page does not need a page's long policy: opened by itself, it may load nothing and be framed by
  /// nobody.
  private static let headers = [
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
  ]

  /// A name that holds the hash of its content never changes its content.
  private static let caching = "public, max-age=31536000, immutable"

  func page(isGzipped: Bool) -> ReadyPage { isGzipped ? gzipped.value : plain }
}

/// Answers with public files.
enum AssetHandler {
  static func file(_ visit: Visit) -> Reply {
    guard let file = visit.context.assets.file(named: visit.name) else { return .refusal(404) }
    return .ready(file.page(isGzipped: visit.isGzipped))
  }
}
