/// How wide text will be at most, before anybody knows the font: in units of the font size.
///
/// The widths are those of DejaVu Sans, the widest of the usual sans serif fonts, rounded up by
/// groups of letters; a name of any language then stays inside of its rectangle.
enum TextWidth {
  static func of(_ text: String, bold: Bool) -> Double {
    var width = 0.0
    for scalar in text.unicodeScalars { width += of(scalar) }
    return bold ? width * boldening : width
  }

  private static let boldening = 1.14

  private static func of(_ scalar: Unicode.Scalar) -> Double {
    if scalar.value < 0x7F { return ascii(UInt8(scalar.value)) }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return mark(scalar)
    case .format: return 0
    default: break
    }
    return switch scalar.value {
    case 0x80..<0xC0: 1
    case 0xC0..<0x250, 0x1E00..<0x1F00: latin(scalar)
    case 0x250..<0x400: 0.95
    case 0x400..<0x460: cyrillic(scalar)
    case 0x590..<0x600: 0.75
    case 0x600..<0x780: arabic(scalar)
    case 0x900..<0xE80, 0x10A0..<0x1100: 0.95
    case 0x2018...0x201B: 0.38
    case 0x1F000...: 1.4
    default: 1.2
    }
  }

  /// Where a script's font is missing, its marks take the room of a letter.
  private static func mark(_ scalar: Unicode.Scalar) -> Double {
    scalar.value < 0x780 ? 0 : 0.4
  }

  private static func latin(_ scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0x1C4...0x1CC, 0x1F1...0x1F3: 1.45
    case 0xC6, 0xE6, 0x126, 0x152, 0x153, 0x174, 0x175, 0x1A0, 0x1AF, 0x1E3E...0x1E43, 0x1E80...0x1E89: 1.1
    default: scalar.properties.isUppercase ? 0.82 : 0.7
    }
  }

  private static func cyrillic(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "Ж", "Ш", "Щ", "Ю", "Љ", "Њ": 1.2
    case "ж", "ш", "щ", "ы", "ю", "ф", "љ", "њ": 1
    default: scalar.properties.isUppercase ? 0.93 : 0.74
    }
  }

  private static func arabic(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "س", "ش", "ص", "ض": 1.25
    default: 1.05
    }
  }

  private static func ascii(_ byte: UInt8) -> Double {
    switch Unicode.Scalar(byte) {
    case " ": 0.34
    case "i", "j", "l", "'": 0.31
    case "I", "J", ",", ".", "|": 0.36
    case "f", "t", "r", "-": 0.44
    case "(", ")", "/", ":": 0.41
    case "m", "M", "W", "@", "w", "%", "#", "=", "&", "+", "<", ">", "^", "~": 1
    case "A"..."Z": 0.79
    case "c", "s", "z", "k": 0.6
    default: 0.66
    }
  }
}
