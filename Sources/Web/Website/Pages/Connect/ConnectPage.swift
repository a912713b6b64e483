import HTTPServer
import System
import Templates

/// The page that helps another device to open the show; looks up the machine's addresses.
enum ConnectHandler {
  static func page(_ visit: Visit) -> Reply {
    let page = ConnectPage(
      context: visit.context, chrome: visit.context.chrome(title: visit.language.text(.connect)),
      origin: visit.sharedOrigin, origins: visit.reachableOrigins)
    return .page(visit.context.templates.connect, page)
  }
}

/// Address, QR code and steps to open the show on another device.
struct ConnectPage: Renderable {
  let context: PageContext
  let chrome: Chrome
  /// Best origin for another device; nil if only this machine can connect.
  let origin: Origin?
  /// All origins for other devices.
  let origins: [Origin]

  private var address: String? { origin.map { $0.text + context.addresses.list() } }
  private var others: [String] { origins.filter { $0 != origin }.map { $0.text + context.addresses.list() } }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.chrome },
    .optionalText("connectAddress") { $0.address },
    .object("code") { $0.address.flatMap(CodeDrawing.init) },
    .flag("hasOthers") { !$0.others.isEmpty },
    .texts("others") { $0.others },
  ]
}

/// A QR code as an SVG path, with its quiet zone.
struct CodeDrawing: Renderable {
  /// Modules on each side, with the quiet zone.
  let size: Int
  let path: String

  private static let quietZone = 4

  /// Nil for a text that is too long for a code.
  init?(_ text: String) {
    guard let code = QRCode(text) else { return nil }
    size = code.size + 2 * Self.quietZone
    path = code.path(margin: Self.quietZone)
  }

  static let fields: [Field<Self>] = [
    .integer("codeSize") { $0.size },
    .text("codePath") { $0.path },
  ]
}
