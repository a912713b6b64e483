import Maps

extension Language {
  /// Where a place lies, and what lies near it with distance and direction.
  /// - Parameter name: what a neighbour is called, by its position.
  func description(of place: Whereabouts, title: String, name: (Int) -> String) -> String {
    let start = text(.placeLies, ["name": title, "place": coordinates(place.latitude, place.longitude)])
    let list = place.neighbours.compactMap { neighbour, direction -> String? in
      let name = name(neighbour.place)
      if name.isEmpty { return nil }
      guard neighbour.distance >= 1 else { return text(.sameSpot, ["name": name]) }
      return text(
        .neighbour,
        [
          "name": name, "distance": distance(neighbour.distance), "direction": text(direction.sentence),
        ])
    }
    guard !list.isEmpty else { return start }
    return start + " " + text(.nearest, ["list": list.joined(separator: text(.between))])
  }

  /// With at most four decimals, which is 11 m; the latitude alone at a pole.
  func coordinates(_ latitude: Double, _ longitude: Double) -> String {
    let northing = degrees(latitude, .latitudeNorth, .latitudeSouth)
    guard abs(latitude) < 89.999_95 else { return northing }
    return text(
      .coordinates,
      ["latitude": northing, "longitude": degrees(longitude, .longitudeEast, .longitudeWest)])
  }

  private func degrees(_ degrees: Double, _ positive: Sentence, _ negative: Sentence) -> String {
    let number = numbers.rounded(abs(degrees), decimals: 4)
    // From right to left a degree sign would leave its number.
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

extension Compass {
  fileprivate var sentence: Sentence {
    switch self {
    case .north: .north
    case .northEast: .northEast
    case .east: .east
    case .southEast: .southEast
    case .south: .south
    case .southWest: .southWest
    case .west: .west
    case .northWest: .northWest
    }
  }
}
