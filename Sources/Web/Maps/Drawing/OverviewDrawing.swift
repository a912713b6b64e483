/// Puts the sheet together that shows the world alone: all of its places, or some of them among all.
struct OverviewDrawing {
  let world: WorldMap
  let style: [UInt8]
  /// Nil for all.
  let found: [Direction]?

  /// Places up to which each has a marker; more are dots like the others.
  private static let markers = 60
  private static let top = Int(Sheet.worldTop - Sheet.margin)

  static func height(of frame: WorldFrame) -> Int {
    Int((frame.height + 2 * Sheet.margin).rounded(.up))
  }

  func svg() -> [UInt8] {
    var svg = SVGWriter()
    svg.reserve(2 * world.markup.count + style.count)
    svg.markup("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 ")
    svg.integer(Self.top)
    svg.markup(" 400 ")
    svg.integer(Self.height(of: world.frame))
    svg.markup("\" role=\"img\"><style>")
    svg.markup(style)
    svg.markup("</style>")
    guard let found else {
      svg.markup(world.markup)
      svg.markup("</svg>\n")
      return svg.bytes
    }
    svg.markup("<g class=\"others\">")
    svg.markup(world.markup)
    svg.markup("</g>")
    if found.count > Self.markers {
      world.dots("found", found.map { ($0.latitude, $0.longitude) }, &svg)
    } else {
      for place in found {
        svg.markup("<circle class=\"marker\" r=\"4\"")
        svg.centre(world.frame.point(latitude: place.latitude, longitude: place.longitude))
        svg.markup("/>")
      }
    }
    svg.markup("</svg>\n")
    return svg.bytes
  }
}
