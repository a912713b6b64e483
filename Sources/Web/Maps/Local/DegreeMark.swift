/// What a line of the graticule is called, and where that may stand.
struct DegreeMark: Equatable {
  let text: MapText
  let point: Point
  let alignment: TextAlignment

  private static let air = 4.0

  /// With some air at its sides: two marks in a corner are not one.
  var rectangle: Rectangle {
    let width = TextWidth.of(text.string, bold: false) * LabelStyle.mark.size + 2 * Self.air
    let height = LabelStyle.mark.size * 1.25
    let left =
      switch alignment {
      case .start: point.x - Self.air
      case .middle: point.x - width / 2
      case .end: point.x - width + Self.air
      }
    return Rectangle(
      left: left, top: point.y - height / 2, right: left + width, bottom: point.y + height / 2)
  }
}
