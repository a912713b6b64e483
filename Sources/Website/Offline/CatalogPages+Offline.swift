import Hashes
import JSON

extension CatalogPages {
  private static let styles = "offline.css"

  /// The page for when the server is out of reach, as bytes.
  func offline() -> [UInt8] {
    templates.offline.render(
      OfflinePage(
        chrome: chrome(title: show.name), styles: assets.address(of: Self.styles, in: addresses))
    ).bytes
  }

  /// The service worker's script; where pages are kept, after what it is to keep beforehand.
  ///
  /// Addresses are relative to the script's own. A new version replaces what an earlier one kept.
  func serviceWorker() -> [UInt8] {
    guard show.serving.offlinePages else { return assets.worker }
    let files = assets.shell(icon: show.looks.icon).map { String(Addresses.root.asset($0).dropFirst()) }
    let offline = assets.languages.all.indices.flatMap { inLanguage($0).offline() }
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("version")
      writer.string(ContentHash.hex(offline + files.flatMap(\.utf8)))
      writer.key("files")
      writer.array { writer in
        for file in files { writer.string(file) }
      }
    }
    return Array("const shell = ".utf8) + writer.bytes + Array(";\n".utf8) + assets.worker
  }
}
