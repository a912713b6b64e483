import System
import Templates

/// A QR code as the path of a drawing, with the light modules that belong around it.
struct CodeDrawing: Sendable {
  /// Modules on each side.
  let size: Int
  let path: String

  private static let quietZone = 4

  /// Nil for a text that fits into no code.
  init?(_ text: String) {
    guard let code = QRCode(text) else { return nil }
    size = code.size + 2 * Self.quietZone
    path = code.path(margin: Self.quietZone)
  }
}

extension CodeDrawing: Renderable {
  static let fields: [Field<CodeDrawing>] = [
    .integer("codeSize") { $0.size },
    .text("codePath") { $0.path },
  ]
}
