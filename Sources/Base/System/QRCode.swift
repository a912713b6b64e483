internal import CQREncode

/// A text as a QR code (ISO/IEC 18004): a square of dark and light modules.
public struct QRCode: Sendable, Hashable {
  /// Modules on each side, without the quiet zone of four around the square.
  public let size: Int
  /// Whether a module is dark, row by row.
  private let modules: [Bool]

  /// Bytes of the longest text. Cameras read shorter ones faster.
  public static let byteLimit = 2_331

  /// Nil for an empty text, NUL, and more than ``byteLimit`` bytes. Up to a seventh of the code may be unreadable
  /// (level M).
  public init?(_ text: String) {
    guard (1...Self.byteLimit).contains(text.utf8.count), !text.utf8.contains(0),
      let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard let data = code.pointee.data else { return nil }
    size = width
    modules = UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
  }

  public subscript(row: Int, column: Int) -> Bool { modules[row * size + column] }

  /// The dark modules as the data of an SVG path, one unit each, `margin` units off the corner.
  public func path(margin: Int = 0) -> String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        let start = column
        while column < size, self[row, column] { column += 1 }
        if column > start {
          path += "M\(start + margin) \(row + margin)h\(column - start)v1h-\(column - start)z"
        }
        column += 1
      }
    }
    return path
  }

  // MARK: Terminals

  /// Lines for a terminal, two rows of modules in each, with the quiet zone of four around them.
  ///
  /// Black on white in fixed colours of 256-colour terminals: some cameras cannot read light on dark.
  public var terminalLines: [String] {
    let margin = 4
    let edge = size + 2 * margin
    return stride(from: 0, to: edge, by: 2).map { row in
      let blocks = (0..<edge).map { column in
        switch (isDark(row - margin, column - margin), isDark(row + 1 - margin, column - margin)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[38;5;16;48;5;231m\(blocks.joined())\u{1B}[0m"
    }
  }

  /// Columns of a terminal that it needs.
  public var terminalWidth: Int { size + 8 }

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<size).contains(row) && (0..<size).contains(column) && self[row, column]
  }
}
