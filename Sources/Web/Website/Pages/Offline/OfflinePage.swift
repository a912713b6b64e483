import HTTPServer
import JSON
import System
import Templates

/// The page and the service worker for times when the server is out of reach.
enum OfflineHandler {
  static func page(_ visit: Visit) -> Reply {
    guard visit.context.assets.keepsPages else { return .refusal(404) }
    return .page(.html, OfflinePage(visit.context).bytes)
  }

  static func serviceWorker(_ visit: Visit) -> Reply {
    .page(.javaScript, serviceWorker(of: visit.context))
  }

  /// The script of the service worker, which begins with the files to cache; a new version renews the cache.
  private static func serviceWorker(of context: PageContext) -> [UInt8] {
    let assets = context.assets
    guard assets.keepsPages else { return assets.files.worker }
    let files = assets.shell(icon: context.show.looks.icon).map { String(Route.asset.path($0).dropFirst()) }
    let pages = assets.languages.all.indices.flatMap { OfflinePage(context.inLanguage($0)).bytes }
    let shell: JSONOutline = [
      "version": .text(ContentHash.hex(pages + files.flatMap(\.utf8))), "files": .texts(files),
    ]
    return Array("const shell = ".utf8) + shell.bytes + Array(";\n".utf8) + assets.files.worker
  }
}

/// The page that browsers show while the server is out of reach; it also contains the note for cached pages.
struct OfflinePage: Renderable {
  private let context: PageContext
  private let chrome: Chrome

  init(_ context: PageContext) {
    self.context = context
    chrome = context.chrome()
  }

  var bytes: [UInt8] { context.templates.offline.render(self).bytes }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.chrome },
    .text("offlineStyles") { $0.context.assets.address(of: "offline.css", in: $0.context.addresses) },
  ]
}
