import Configuration
import HTTPServer
import JSON
import System
import Templates

/// The page that browsers show while the server is out of reach; it also contains the note for cached pages.
struct OfflinePage: Renderable {
  private let context: PageContext

  static func answer(_ visit: Visit) -> Reply {
    guard visit.context.assets.keepsPages else { return .refusal(404) }
    return .page(.html, OfflinePage(context: visit.context).bytes)
  }

  static func serviceWorker(_ visit: Visit) -> Reply {
    .page(.javaScript, serviceWorker(of: visit.context))
  }

  /// The script of the service worker, after the list of files to cache in advance, if pages are cached.
  ///
  /// Addresses are relative to that of the script. A new version replaces the cache of an earlier one.
  private static func serviceWorker(of context: PageContext) -> [UInt8] {
    let assets = context.assets
    guard assets.keepsPages else { return assets.worker }
    let files = assets.shell(icon: context.show.looks.icon).map { String(Route.asset.path($0).dropFirst()) }
    let pages = assets.languages.all.indices.flatMap { OfflinePage(context: context.inLanguage($0)).bytes }
    let shell = JSONWriter.object { writer in
      writer.member("version", ContentHash.hex(pages + files.flatMap(\.utf8)))
      writer.array("files") { writer in
        for file in files { writer.string(file) }
      }
    }
    return Array("const shell = ".utf8) + shell + Array(";\n".utf8) + assets.worker
  }
  private var bytes: [UInt8] { context.templates.offline.render(self).bytes }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.context.chrome() },
    .text("offlineStyles") { $0.context.assets.address(of: Assets.offlineStyles, in: $0.context.addresses) },
  ]
}
