import Catalogs
import Maps
import TestSupport
import Testing

/// Made-up catalogs, each hard to search or to draw. Tests map the first place.
enum Places: CaseIterable {
  case alone, sameSpot, two, island, town, crowd, dateLine, northPole, southPole, world, grid

  var coordinates: [Coordinate] {
    var generator = SeededGenerator(seed: 7)
    func around(_ latitude: Double, _ longitude: Double, _ spread: Double, _ count: Int) -> [Coordinate] {
      (0..<count).compactMap { _ in
        let north = Double.random(in: -spread...spread, using: &generator)
        let east = Double.random(in: -spread...spread, using: &generator)
        return Self.at(min(max(latitude + north, -90), 90), longitude + east)
      }
    }
    return switch self {
    case .alone: [Self.at(47, 8)]
    case .sameSpot: [Self.at(47, 8), Self.at(47, 8)]
    case .two: [Self.at(-54.8, -68.3), Self.at(78.2, 15.6)]
    case .island: [Self.at(-37, -12.3)] + around(-34, 19, 3, 80)
    case .town: around(52.5, 13.4, 0.05, 1_000)
    case .crowd: Array(repeating: Self.at(35.7, 139.7), count: 500) + [Self.at(35.8, 139.8)]
    case .dateLine: around(-17, 180, 4, 300)
    case .northPole: [Self.at(90, 0)] + around(80, 0, 180, 200)
    case .southPole: [Self.at(-90, 0), Self.at(-90, 120)] + around(-70, 0, 40, 60)
    case .world: around(0, 0, 180, 800)
    case .grid: (0..<300).map { Self.at(Double($0 / 25) * 15 - 90, Double($0 % 25) * 15 - 180) }
    }
  }

  /// Longitudes of any turn.
  static func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    let turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    guard let coordinate = Coordinate(latitude: latitude, longitude: turned) else {
      preconditionFailure("\(latitude), \(longitude) is nowhere")
    }
    return coordinate
  }
}

extension Atlas {
  /// - Parameter places: Nil for a position without a place.
  init(places: [Coordinate?]) {
    let latitudes = places.compactMap { $0?.latitude }
    let frame = MapFrame(
      around: (latitudes.min() ?? 0)...(latitudes.max() ?? 0), count: places.count
    ) { places[$0] }
    self.init(in: frame, land: Array("<svg id=\"land\"/>".utf8), count: places.count, accent: .black) {
      places[$0]
    }
  }

  /// The drawing of a place as a document.
  func map(of place: Int, zoom: Int = 0, title: String = "Here", name: (Int) -> String) -> [UInt8]? {
    content(
      of: place, zoom: zoom, title: title, land: "/land.svg", overview: "/map.svg",
      length: { "\(Int($0)) m" },
      name: name, address: { "/\($0)" }
    ).map { Array("<svg xmlns=\"http://www.w3.org/2000/svg\">".utf8) + $0 + Array("</svg>".utf8) }
  }
}
