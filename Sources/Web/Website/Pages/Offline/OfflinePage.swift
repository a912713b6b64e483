import Templates

/// What a browser shows while the server is out of reach; it holds the note for kept pages too.
struct OfflinePage: Sendable {
  private let context: PageContext
  private let chrome: Chrome

  init(_ context: PageContext) {
    self.context = context
    chrome = context.chrome()
  }

  var bytes: [UInt8] { context.templates.offline.render(self).bytes }
}

extension OfflinePage: Renderable {
  static let fields: [Field<OfflinePage>] = [
    .object("chrome") { $0.chrome },
    .text("offlineStyles") { $0.context.assets.address(of: Assets.offlineStyles, in: $0.context.addresses) },
  ]
}
