extension QRCode {
  /// Lines for a terminal, two rows of modules in each, with the quiet zone of four around them.
  ///
  /// Black on white by the fixed colours of terminals with 256 of them, so that the terminal's own do not
  /// matter: a code that is light on dark not every camera reads.
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

  /// Columns that a terminal must have for it.
  public var terminalWidth: Int { size + 8 }

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<size).contains(row) && (0..<size).contains(column) && self[row, column]
  }
}
