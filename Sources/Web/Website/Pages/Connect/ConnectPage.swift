import Templates

/// How another device gets here: an address, its QR code, and the steps.
struct ConnectPage: Sendable {
  let context: PageContext
  let chrome: Chrome
  /// Where another device is sent; nil if only this machine itself reaches the show.
  let origin: Origin?
  /// All ways here.
  let origins: [Origin]

  private var address: String? { origin.map { $0.text + context.addresses.list() } }
  private var others: [String] { origins.filter { $0 != origin }.map { $0.text + context.addresses.list() } }
}

extension ConnectPage: Renderable {
  static let fields: [Field<ConnectPage>] = [
    .object("chrome") { $0.chrome },
    .optionalText("connectAddress") { $0.address },
    .object("code") { $0.address.flatMap(CodeDrawing.init) },
    .flag("hasOthers") { !$0.others.isEmpty },
    .texts("others") { $0.others },
  ]
}
