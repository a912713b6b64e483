import HTTPServer
import System
import Templates

/// Address, QR code and steps to open the show on another device.
struct ConnectPage: Renderable {
  private let context: PageContext
  /// Best origin for another device; nil if only this machine can connect.
  private let origin: Origin?
  private let origins: [Origin]
  /// Those of a server that listens on loopback only, if it did not.
  private let possible: [Origin]

  static func answer(_ visit: Visit) -> Reply {
    let page = ConnectPage(
      context: visit.context, origin: visit.sharedOrigin, origins: visit.reachableOrigins,
      possible: visit.possibleOrigins)
    return .page(visit.context.templates.connect, page)
  }

  private var address: String? { origin.map { $0.text + context.addresses.list() } }
  private var others: [String] { origins.filter { $0 != origin }.map { $0.text + context.addresses.list() } }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.context.chrome(title: $0.context.language.text(.connect)) },
    .optionalText("connectAddress") { $0.address },
    .text("labelsTitle") { $0.context.language.text(.labels) },
    .optionalText("labelsAddress") {
      $0.context.catalog.entries.isEmpty ? nil : $0.context.addresses[.labels]
    },
    .object("code") { $0.address.flatMap(CodeDrawing.init) },
    .flag("hasOthers") { !$0.others.isEmpty },
    .texts("others") { $0.others },
    .text("listenOption") { _ in "--listen 0.0.0.0" },
    .flag("isOnLoopback") { !$0.possible.isEmpty },
    .texts("possible") { page in page.possible.map { $0.text + page.context.addresses.list() } },
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
