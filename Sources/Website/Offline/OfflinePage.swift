import Templating

/// What a browser shows while the server is out of reach; it holds the note for kept pages too.
struct OfflinePage: Sendable {
  let chrome: Chrome
  /// Address of the stylesheet for both.
  let styles: String
}

extension OfflinePage: Renderable {
  static let fields: [Field<OfflinePage>] = [
    .object("chrome") { $0.chrome },
    .text("offlineStyles") { $0.styles },
  ]
}
