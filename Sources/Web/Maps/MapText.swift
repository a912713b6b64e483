/// A name for one line of a drawing: valid in XML, visible, and of bounded length.
struct MapText: Equatable {
  let string: String

  /// The most scalars of a text, and the most marks in a row: more than Vietnamese, Hebrew or Thai stack.
  private static let limit = 200
  private static let markLimit = 4

  var isEmpty: Bool { string.isEmpty }

  /// Our own text, which needs no cleaning.
  init(own string: String) {
    self.string = string
  }

  /// Controls and runs of white space become one space; marks of writing direction and characters that XML
  /// does not allow are removed.
  init(_ text: String) {
    var scalars = String.UnicodeScalarView()
    var (count, marks, pendingSpace) = (0, 0, false)
    for scalar in text.unicodeScalars {
      switch Self.role(of: scalar) {
      case .space:
        pendingSpace = !scalars.isEmpty
        continue
      case .nothing:
        continue
      case .mark:
        marks += 1
        if marks > Self.markLimit { continue }
      case .letter:
        marks = 0
      }
      if count >= Self.limit {
        scalars.append("…")
        break
      }
      if pendingSpace { scalars.append(" ") }
      scalars.append(scalar)
      count += pendingSpace ? 2 : 1
      pendingSpace = false
    }
    string = String(scalars)
  }

  /// The beginning that fits into a width, in units of the font size, with an ellipsis for the rest.
  func shortened(to width: Double, bold: Bool) -> MapText {
    if self.width(bold: bold) <= width { return self }
    var kept = string
    repeat { kept.removeLast() } while !kept.isEmpty && MapText(own: kept + "…").width(bold: bold) > width
    while let last = kept.last, last == " " || last == "," || last == "-" { kept.removeLast() }
    return MapText(own: kept + "…")
  }

  /// An estimate of the width in units of the font size that hardly any name exceeds in any usual font.
  func width(bold: Bool) -> Double {
    string.unicodeScalars.reduce(0) { $0 + Self.width(of: $1) } * (bold ? 1.14 : 1)
  }

  /// By groups of letters, from those of DejaVu Sans, the widest of these fonts.
  private static func width(of scalar: Unicode.Scalar) -> Double {
    // Where a script's font is missing, its marks take space too.
    if scalar.value >= 0x300, role(of: scalar) == .mark { return scalar.value < 0x780 ? 0 : 0.4 }
    return switch scalar {
    case "\u{2066}"..."\u{2069}": 0
    case "i", "j", "l", "I", "J", "'", "’", "‘", ",", ".", "|", " ": 0.36
    case "f", "t", "r", "-", "(", ")", "/", ":": 0.44
    case "m", "w", "M", "W", "@", "%", "#", "=", "&", "+", "<", ">", "^", "~": 1
    case "a"..."z", "0"..."9": 0.66
    case "A"..."Z": 0.79
    case ..."\u{24F}", "\u{1E00}"..."\u{1EFF}": scalar.properties.isLowercase ? 0.72 : 0.9
    case ..."\u{1100}": 1
    case "\u{10000}"...: 1.4
    default: 1.2
    }
  }

  private enum Role { case letter, mark, space, nothing }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    if (0x21...0x7E).contains(scalar.value) { return .letter }
    switch scalar.properties.generalCategory {
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: return .space
    case .unassigned where scalar.properties.isNoncharacterCodePoint: return .nothing
    // Persian and the scripts of India spell with the joiners; the rest is direction and tags.
    case .format: return scalar.value == 0x200C || scalar.value == 0x200D ? .mark : .nothing
    case .nonspacingMark, .enclosingMark: return .mark
    default: return .letter
    }
  }
}
