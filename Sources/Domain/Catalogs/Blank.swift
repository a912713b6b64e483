extension Unicode.Scalar {
  /// Whether it is white space or a control character: nothing that a line of text would show.
  package var isBlank: Bool {
    switch value {
    case 0x21..<0x7F, 0xA1..<0x1680: false
    case ...0xA0: true
    // A look at properties takes ten times as long as a comparison.
    default: properties.isWhitespace || properties.generalCategory == .control
    }
  }
}
