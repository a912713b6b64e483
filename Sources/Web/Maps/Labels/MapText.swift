/// A name as it can stand on one line of a drawing: valid in XML, visible, and of bounded length.
struct MapText: Equatable {
  let string: String

  /// More scalars than this are cut, and more marks in a row than Vietnamese, Hebrew or Thai stack.
  private static let limit = 200
  private static let markLimit = 4

  var isEmpty: Bool { string.isEmpty }

  /// Text of our own making.
  init(own string: String) {
    self.string = string
  }

  /// Controls and runs of white space become one space; what turns the writing direction of the
  /// text around it, and what XML does not allow, goes.
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

  /// As much of it as fits into a width, in units of the font size, with an ellipsis for the rest.
  func shortened(to width: Double, bold: Bool) -> MapText {
    if TextWidth.of(string, bold: bold) <= width { return self }
    let ellipsis = TextWidth.of("…", bold: bold)
    var (kept, used) = ("", 0.0)
    for character in string {
      used += TextWidth.of(String(character), bold: bold)
      if used + ellipsis > width { break }
      kept.append(character)
    }
    while let last = kept.last, last == " " || last == "," || last == "-" { kept.removeLast() }
    return MapText(own: kept + "…")
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
