import Catalogs
import Foundation
import FoundationXML
@testable import Maps
import System
import TestSupport
import Testing

@Suite("Maps")
struct MapTests {
  @Test("A map of any catalog has its place", arguments: Places.allCases)
  func draws(places: Places) throws {
    let atlas = Atlas(places: places.coordinates)
    let svg = try #require(atlas.map(of: 0, name: { "Place \($0)" }))
    let document = try read(svg)
    #expect(document.texts["text"]?.contains("Here") == true)
  }

  @Test(
    "Names are escaped",
    arguments: ["A & B <script>alert(1)</script>", "]]>", "\"'", "-->", "&#0;", "👍🏽🇩🇪", "القاهرة"])
  func escapes(title: String) throws {
    let atlas = Atlas(places: Places.dateLine.coordinates)
    let document = try read(try #require(atlas.map(of: 0, title: title, name: { "\(title) \($0)" })))
    #expect(document.elements.isSubset(of: Self.elements))
    #expect(document.elements.isSuperset(of: ["text", "path", "circle"]))
  }

  @Test("A compressed map has at most 30 kB, even where every cell has places", arguments: [2_000, 12_000])
  func staysSmall(count: Int) throws {
    var generator = SeededGenerator(seed: 3)
    let places = (0..<count).map { _ in
      Places.at(
        asin(Double.random(in: -1...1, using: &generator)) * 180 / .pi,
        Double.random(in: -180...180, using: &generator))
    }
    let atlas = Atlas(places: places)
    let title = (0..<400).map { _ in String(Int.random(in: 0..<1_000_000, using: &generator)) }.joined()
    let svg = try #require(
      atlas.map(of: 0, title: title, name: { "\($0 &* 7_919) \(title)" }))
    #expect(try #require(Gzip.compress(svg, effort: .quick)).count <= 30_000)
  }

  @Test("Maps of the same places are byte-identical")
  func repeats() throws {
    let places = Places.world.coordinates
    let maps = try (0..<2).map { _ in
      let atlas = Atlas(places: places)
      return try #require(atlas.map(of: 9, name: { "\($0)" }))
    }
    #expect(maps[0] == maps[1])
  }

  @Test("Distances and directions are right across the date line and at the poles")
  func directions() throws {
    let places = [
      Places.at(-18, 179.9), Places.at(-18, -179.9), Places.at(-17.9, 179.9), Places.at(-18, 179.9),
      Places.at(-90, 0),
    ]
    let atlas = Atlas(places: places)
    let neighbours = try #require(atlas.whereabouts(of: 0)).neighbours
    #expect(neighbours.map(\.neighbour.place) == [3, 2, 1, 4])
    #expect(neighbours.map { ($0.neighbour.distance / 1000).rounded() } == [0, 11, 21, 8_006])
    #expect(neighbours.dropFirst().map(\.direction) == [.north, .east, .south])
    #expect(atlas.whereabouts(of: 4)?.neighbours.first?.direction == .north)
  }

  @Test("Whereabouts give coordinates and neighbours for descriptions in other languages")
  func whereabouts() throws {
    let places = [Places.at(-18, 179.9), Places.at(-18, -179.9), Places.at(-17.9, 179.9), nil]
    let atlas = Atlas(places: places)
    let found = try #require(atlas.whereabouts(of: 0))
    #expect(abs(found.latitude + 18) < 1e-9 && abs(found.longitude - 179.9) < 1e-9)
    #expect(found.neighbours.map(\.neighbour.place) == [2, 1])
    #expect(found.neighbours.map(\.direction) == [.north, .east])
    #expect(atlas.whereabouts(of: 3) == nil)
  }

  @Test("A map of a town is as wide as its places and has a scale; the globe has its land")
  func region() throws {
    func drawing(_ places: [Coordinate?]) -> String {
      String(decoding: Atlas(places: places).overview(), as: UTF8.self)
    }
    func hasLand(_ drawing: String) -> Bool { drawing.contains("id=\"land\"") }
    let trees = [(52.52, 13.401), (52.521, 13.403), (52.519, 13.404), (52.522, 13.399)].map(Places.at)
    #expect(drawing(trees).contains(">500 m</text>"))
    #expect(!hasLand(drawing(trees)))
    #expect(drawing(trees).matches(of: #/h0[M"]/#).count == 4)
    let fiji = drawing([Places.at(-17, 179), Places.at(-16, -179), Places.at(-18, -178)])
    #expect(fiji.contains(">50 km</text>"))
    let far = drawing([Places.at(52, 13), Places.at(-18, -178)])
    #expect(hasLand(far) && !far.contains("km</text>"))
    let europe = drawing([Places.at(38, -9), Places.at(60, 25)])
    #expect(hasLand(europe) && europe.contains(">1000 km</text>"))
    #expect(hasLand(drawing([Places.at(47, 8)])))
  }

  @Test("Degrees are stretched so that a kilometre is as long to the north as to the east")
  func stretches() {
    for latitude in [0.0, 47, -60] {
      let places = [(-1.0, 0.0), (1, 0), (0, 1)].map {
        Places.at(latitude + $0.0, $0.1 / cos(latitude * .pi / 180))
      }
      let frame = MapFrame(around: latitude - 1...latitude + 1, count: 3) { places[$0] }
      let points = places.map { frame.point($0.latitude, $0.longitude) }
      #expect(abs((points[0].y - points[1].y) / 2 - (points[2].x - points[0].x)) < 0.5)
    }
  }

  @Test("The land is there twice where a map crosses its edge")
  func crosses() throws {
    let places = [Places.at(65, -168), Places.at(66, -171), Places.at(55, 160), Places.at(60, -140)]
    let map = String(decoding: Atlas(places: places).overview(), as: UTF8.self)
    #expect(map.matches(of: #/id="land"/#).count == 2)
  }

  @Test("A step closer shows at most half of the way")
  func zooms() throws {
    for places in Places.allCases {
      let directions = places.coordinates.map { Direction($0) }
      let distances = PlaceList(directions).nearest(to: 0, count: 200).map(\.distance)
      let reaches = Atlas.zooms.map { Surroundings.reach(of: distances, $0) }
      for (farther, closer) in zip(reaches, reaches.dropFirst()) { #expect(closer <= farther / 2) }
    }
  }

  @Test("The world map grows for places near the poles")
  func growsToPoles() {
    let usual = Atlas(places: [Places.at(0, 0)])
    let polar = Atlas(places: [Places.at(0, 0), Places.at(-90, 0)])
    #expect(usual.height < polar.height)
    #expect(Atlas(places: [nil]).height == usual.height)
  }

  private static let elements: Set<String> = [
    "svg", "rect", "path", "g", "text", "circle", "a", "image",
  ]

  private func read(_ svg: [UInt8]) throws -> SVGReader {
    let reader = SVGReader()
    let parser = XMLParser(data: Data(svg))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return reader
  }
}

/// The element names and texts of a document.
private final class SVGReader: NSObject, XMLParserDelegate {
  private(set) var elements: Set<String> = []
  private(set) var texts: [String: String] = [:]
  private var path: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
    path.append(name)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    texts[path.last ?? "", default: ""] += text
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    path.removeLast()
  }
}
