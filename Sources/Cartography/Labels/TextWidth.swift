/// How wide text will be at most, before anybody knows the font: in units of the font size.
///
/// The widths are those of wide sans serif fonts, so that a label stays inside of its rectangle.
enum TextWidth {
  static func of(_ text: String, bold: Bool) -> Double {
    var width = 0.0
    for scalar in text.unicodeScalars { width += of(scalar) }
    return bold ? width * 1.12 : width
  }

  private static func of(_ scalar: Unicode.Scalar) -> Double {
    if scalar.value < 0x7F { return ascii(UInt8(scalar.value)) }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x2018...0x201B: return 0.36
    case 0x80..<0x250: return latin(scalar)
    case 0x1E00..<0x1F00: return latin(scalar)
    case 0x250..<0x400: return 0.8
    // Cyrillic has many wide letters, Arabic some very wide final ones.
    case 0x400..<0x530: return scalar.properties.isUppercase ? 0.95 : 0.8
    case 0x590..<0x600: return 0.72
    case 0x600..<0x780: return 0.9
    case 0x900..<0xE80: return 0.95
    case 0x10A0..<0x1100: return 0.8
    case 0x1F000...: return 1.4
    default: return 1.1
    }
  }

  private static func latin(_ scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0xC6, 0xE6, 0x152, 0x153: 1.1
    default: scalar.properties.isUppercase ? 0.82 : 0.68
    }
  }

  private static func ascii(_ byte: UInt8) -> Double {
    switch byte {
    case UInt8(ascii: " "): 0.34
    case UInt8(ascii: "i"), UInt8(ascii: "j"), UInt8(ascii: "l"), UInt8(ascii: "'"): 0.3
    case UInt8(ascii: "I"), UInt8(ascii: "J"), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "|"): 0.36
    case UInt8(ascii: "f"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "-"): 0.43
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "/"), UInt8(ascii: ":"): 0.41
    case UInt8(ascii: "m"), UInt8(ascii: "M"), UInt8(ascii: "W"), UInt8(ascii: "@"): 1
    case UInt8(ascii: "w"), UInt8(ascii: "%"), UInt8(ascii: "#"), UInt8(ascii: "="): 0.96
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 0.79
    case UInt8(ascii: "c"), UInt8(ascii: "s"), UInt8(ascii: "z"), UInt8(ascii: "k"): 0.6
    default: 0.66
    }
  }
}
