import Configuration
import HTTPServer
import JSON
import System

/// Answers browsers that keep pages for when the server is out of reach.
enum OfflineHandler {
  static func page(_ visit: Visit) -> Reply {
    guard visit.context.assets.keepsPages else { return .refusal(404) }
    return .page(.html, OfflinePage(visit.context).bytes)
  }

  static func serviceWorker(_ visit: Visit) -> Reply {
    .page(.javaScript, serviceWorker(of: visit.context))
  }

  /// The service worker's script; where pages are kept, after what it is to keep beforehand.
  ///
  /// Addresses are relative to the script's own. A new version replaces what an earlier one kept.
  private static func serviceWorker(of context: PageContext) -> [UInt8] {
    let assets = context.assets
    guard assets.keepsPages else { return assets.worker }
    let files = assets.shell(icon: context.show.looks.icon).map { String(Route.asset.path($0).dropFirst()) }
    let pages = assets.languages.all.indices.flatMap { OfflinePage(context.inLanguage($0)).bytes }
    let shell = JSONWriter.object { writer in
      writer.member("version", ContentHash.hex(pages + files.flatMap(\.utf8)))
      writer.array("files") { writer in
        for file in files { writer.string(file) }
      }
    }
    return Array("const shell = ".utf8) + shell + Array(";\n".utf8) + assets.worker
  }
}
