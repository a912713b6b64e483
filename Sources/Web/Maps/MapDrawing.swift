/// The drawing of a place: its surroundings, a caption, and the world.
struct MapDrawing {
  let title: MapText
  let layout: LocalLayout
  let place: Direction
  let world: WorldMap
  let words: any MapWords

  func content(overview: String, address: (Int) -> String) -> SVG {
    """
    \(local(address))\(caption)<image href="\(MapText(own: overview))" y="\(WorldMap.overviewTop)" width="400" \
    height="\(WorldMap.height(of: world.frame))"/>\(placeInWorld)
    """
  }

  private var placeInWorld: SVG {
    Self.marker(at: world.frame.point(latitude: place.latitude, longitude: place.longitude))
  }

  /// - Parameter address: of a neighbour; nil for a name without a link.
  private func local(_ address: (Int) -> String?) -> SVG {
    var svg: SVG = """
      <clipPath id="surroundings"><path d="\(box: Sheet.local)"/></clipPath><g clip-path="url(#surroundings)">\
      <path class="field" d="\(box: Sheet.local)"/>\(layout.land)<path class="line" d="
      """
    for line in layout.lines { svg += "\(line: line)" }
    svg += "\"/>"
    for mark in layout.marks { svg += .label("g", mark) }
    if !layout.unnamed.isEmpty { svg += "<path class=\"quiet\" d=\"\(dots: layout.unnamed)\"/>" }
    if !layout.named.isEmpty { svg += "<path class=\"named\" d=\"\(dots: layout.named.map(\.point))\"/>" }
    for named in layout.named {
      if let address = named.place.flatMap(address) {
        let spot: SVG = "<path class=\"spot\" d=\"\(box: named.label.space)\"/>"
        svg += "<a href=\"\(MapText(own: address))\">\(spot)\(.label("n", named.label))</a>"
      } else {
        svg += .label("n", named.label)
      }
    }
    svg += Self.marker(at: Sheet.local.centre)
    if let label = layout.place?.label { svg += .label("p", label) }
    svg += "</g>"
    return svg
  }

  /// The scale bar, with a tick at either end.
  private var caption: SVG {
    layout.scaleBar.drawing(
      from: Point(x: Sheet.margin, y: Sheet.captionY), words.length(layout.scaleBar.metres))
  }

  private static func marker(at point: Point) -> SVG {
    "\(.circle("ring", radius: 10, at: point))\(.circle("marker", radius: 4, at: point))"
  }
}
