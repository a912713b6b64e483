import HTTPServer
import Maps
import System

/// Drawings of places as SVG: where an entry is, and all of them.
enum MapHandler {
  static func map(_ visit: Visit) -> Reply {
    guard let position = visit.context.catalog.position(of: visit.name),
      visit.context.catalog.entries[position].coordinate != nil, let atlas = visit.context.shown.atlas
    else { return .refusal(404) }
    return .page(.drawing, atlas.overview(of: [position]), caching: "public, max-age=86400")
  }

  static func overview(_ visit: Visit) -> Reply {
    guard let atlas = visit.context.shown.atlas else { return .refusal(404) }
    return .page(.drawing, atlas.overview(of: found(visit)))
  }

  /// The positions of what a search and filters find; nil for all.
  private static func found(_ visit: Visit) -> [Int]? {
    let query = visit.context.query(of: visit.state)
    if query.search.isEmpty, query.section == nil, query.filters.isEmpty { return nil }
    let results = visit.context.catalog.results(for: query)
    return results.page(from: 0, limit: results.total)
  }
}

extension Visit {
  /// The scale of an entry's map; 0 for any other word.
  var zoom: Int {
    let text = query["zoom"]
    return Atlas.zooms.first { "\($0)" == text } ?? 0
  }
}

extension PageContext {
  /// Title of a neighbour, without the country if both have the same.
  func nameBeside(_ title: String) -> (Int) -> String {
    let country = title.lastIndex(of: ",").map { title[$0...] }
    return { [catalog] position in
      let name = catalog.entries[position].title
      guard let country, name.hasSuffix(country) else { return name }
      return String(name.dropLast(country.count))
    }
  }
}

extension Language {
  /// In the order of ``Maps/Compass``.
  private static let directions: [Sentence] = [
    .north, .northEast, .east, .southEast, .south, .southWest, .west, .northWest,
  ]

  /// The coordinate of an entry, and its neighbours with distance and direction.
  func description(of whereabouts: Whereabouts, title: String, name: (Int) -> String) -> String {
    let start = text(
      .placeLies, ["name": title, "place": coordinates(whereabouts.latitude, whereabouts.longitude)])
    let list = whereabouts.neighbours.compactMap { neighbour, direction -> String? in
      let name = name(neighbour.place)
      if name.isEmpty { return nil }
      guard neighbour.distance >= 1 else { return text(.sameSpot, ["name": name]) }
      return text(
        .neighbour,
        [
          "name": name, "distance": distance(neighbour.distance),
          "direction": text(Self.directions[direction.rawValue]),
        ])
    }
    guard !list.isEmpty else { return start }
    return start + " " + text(.nearest, ["list": list.joined(separator: text(.between))])
  }

  /// A coordinate with at most four decimals, which is 11 m; the latitude alone at a pole.
  func coordinates(_ latitude: Double, _ longitude: Double) -> String {
    let northing = degrees(latitude, .latitudeNorth, .latitudeSouth)
    guard abs(latitude) < 89.999_95 else { return northing }
    return text(
      .coordinates,
      ["latitude": northing, "longitude": degrees(longitude, .longitudeEast, .longitudeWest)])
  }

  private func degrees(_ degrees: Double, _ positive: Sentence, _ negative: Sentence) -> String {
    let number = numbers.rounded(abs(degrees), decimals: 4)
    // In text from right to left, the degree sign would move away from its number.
    if number == "0" { return direction == .rightToLeft ? "\u{2068}0°\u{2069}" : "0°" }
    return text(degrees < 0 ? negative : positive, ["degrees": number])
  }

  private func distance(_ metres: Double) -> String {
    let kilometres = metres / 1000
    if kilometres < 0.95 { return text(.underKilometre) }
    return text(
      .kilometres, ["number": numbers.rounded(kilometres, decimals: kilometres < 9.95 ? 1 : 0)])
  }
}

extension Language {
  /// Of a scale bar; a map is drawn from left to right.
  func length(_ metres: Double) -> String {
    let (sentence, number) =
      metres < 1_000 ? (Sentence.scaleMetres, metres) : (.scaleKilometres, metres / 1_000)
    let text = text(sentence, ["number": numbers.text(Int(number))])
    return direction == .rightToLeft ? "\u{2067}\(text)\u{2069}" : text
  }
}
