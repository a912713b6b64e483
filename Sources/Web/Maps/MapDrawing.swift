/// The drawing of a place: its surroundings, a caption, and the world.
struct MapDrawing {
  let title: MapText
  let description: MapText
  let layout: LocalLayout
  let place: Direction
  let world: WorldMap
  let style: [UInt8]
  let height: Int

  func svg() -> [UInt8] {
    var svg = SVGWriter()
    svg.reserve(world.markup.count + style.count + 12_000)
    head(&svg)
    local(&svg)
    caption(&svg)
    svg.markup(world.markup)
    marker(at: world.frame.point(latitude: place.latitude, longitude: place.longitude), &svg)
    svg.markup("</svg>\n")
    return svg.bytes
  }

  private func head(_ svg: inout SVGWriter) {
    svg.markup("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 ")
    svg.integer(height)
    svg.markup("\" role=\"img\" aria-labelledby=\"title\" aria-describedby=\"desc\"><title id=\"title\">")
    svg.text(title)
    svg.markup("</title><desc id=\"desc\">")
    svg.text(description)
    svg.markup("</desc><style>")
    svg.markup(style)
    svg.markup("</style>")
  }

  private func local(_ svg: inout SVGWriter) {
    svg.markup("<clipPath id=\"frame\"><path d=\"")
    svg.box(Sheet.local)
    svg.markup("\"/></clipPath><g clip-path=\"url(#frame)\"><path class=\"field\" d=\"")
    svg.box(Sheet.local)
    svg.markup("\"/><path class=\"line\" d=\"")
    for line in layout.lines { svg.polyline(line) }
    svg.markup("\"/>")
    for mark in layout.marks {
      svg.label("g", mark.text, at: mark.anchor, mark.alignment)
    }
    svg.dots("quiet", layout.unnamed)
    svg.dots("named", layout.named.map(\.point))
    for named in layout.named {
      svg.label("n", named.label.text, at: named.label.anchor, named.label.alignment)
    }
    marker(at: Sheet.local.centre, &svg)
    if let label = layout.place?.label {
      svg.label("p", label.text, at: label.anchor, label.alignment)
    }
    svg.markup("</g>")
  }

  /// The scale bar, a tick at either end, and the coordinates.
  private func caption(_ svg: inout SVGWriter) {
    let (start, y) = (Sheet.margin, Sheet.captionY)
    let end = start + layout.scaleBar.length
    svg.markup("<path class=\"bar\" d=\"")
    svg.polyline([
      Point(x: start, y: y - 3), Point(x: start, y: y + 3), Point(x: start, y: y), Point(x: end, y: y),
      Point(x: end, y: y - 3), Point(x: end, y: y + 3),
    ])
    svg.markup("\"/>")
    svg.label("c", MapText(own: layout.scaleBar.text), at: Point(x: end + 7, y: y), .start)
    svg.label(
      "c", MapText(own: DegreeText.place(place)), at: Point(x: Sheet.width - Sheet.margin, y: y), .end)
  }

  private func marker(at point: Point, _ svg: inout SVGWriter) {
    svg.circle("ring", radius: 10, at: point)
    svg.circle("marker", radius: 4, at: point)
  }
}
