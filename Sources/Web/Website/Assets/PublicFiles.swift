import HTTPServer
import System

/// The files of `Public/` for one show: below a folder whose name is a hash of them all, so browsers keep them forever.
struct PublicFiles: Sendable {
  /// The style sheet, which begins with the show's own colours.
  static let sheet = "app.css"
  /// The hash: of the files of all shows, and of the style sheet with the show's colours.
  let version: String
  private let sharedVersion: String
  private let files: [String: PublicFile]

  /// - Parameters:
  ///   - shared: the files of all shows, by their paths in the folder, and a hash of them.
  ///   - tokens: the beginning of the show's style sheet.
  init(_ shared: SharedAssets, tokens: [UInt8]) {
    let sheet = tokens + shared.sheet
    files = shared.files.merging([Self.sheet: PublicFile(.css, sheet)]) { $1 }
    sharedVersion = StreamHash.of(Array(shared.hash.utf8)).hexDigits
    version = sharedVersion + StreamHash.of(sheet).hexDigits
  }

  /// Whether a folder's scripts are ours: a show whose colours have changed has other styles only.
  func hasScripts(of version: some StringProtocol) -> Bool { version.hasPrefix(sharedVersion) }

  subscript(path: String) -> PublicFile? { files[path] }

  /// - Throws: `SiteError.missing` for the first that is not there.
  func require(_ paths: [String]) throws(SiteError) {
    for path in paths where files[path] == nil { throw .missing("Public/\(path)") }
  }
}

/// A file of `Public/`.
struct PublicFile: Sendable {
  let type: MediaType
  let content: [UInt8]
  private let plain: LazyValue<ReadyPage>
  private let gzipped: LazyValue<ReadyPage>

  init(_ type: MediaType, _ content: [UInt8]) {
    (self.type, self.content) = (type, content)
    func page(isGzipped: Bool) -> LazyValue<ReadyPage> {
      LazyValue {
        ReadyPage(
          type: type, body: content, isGzipped: isGzipped, effort: .most,
          caching: "public, max-age=31536000, immutable",
          headers: [("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")])
      }
    }
    plain = page(isGzipped: false)
    gzipped = type == .png ? plain : page(isGzipped: true)
  }

  func page(isGzipped: Bool) -> ReadyPage { isGzipped ? gzipped.value : plain.value }
}

enum AssetHandler {
  /// A page may come from a replica of another version: it gets our styles, but no scripts that it does not know.
  static func file(_ visit: Visit) -> Reply {
    let files = visit.edition.context.assets.files
    let parts = visit.name.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let file = files[String(parts[1])] else { return .refusal(404) }
    if parts[0] == files.version { return .ready(file.page(isGzipped: visit.sender.isGzipped)) }
    let isForeign = file.type == .javaScript && !files.hasScripts(of: parts[0])
    return isForeign ? .refusal(404) : .page(file.type, file.content)
  }

  static func worker(_ visit: Visit) -> Reply {
    .page(.javaScript, visit.edition.context.assets.files[Assets.worker]?.content ?? [])
  }
}
