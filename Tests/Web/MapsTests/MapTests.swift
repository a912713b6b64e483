import Catalogs
import Configuration
import Foundation
import FoundationXML
import Maps
import System
import TestSupport
import Testing

@Suite("Maps")
struct MapTests {
  private static let colors = AtlasColors(accent: Color(red: 0x1B, green: 0x62, blue: 0xB5))

  @Test("A map of any catalog has its place", arguments: Places.allCases)
  func draws(places: Places) throws {
    let atlas = Atlas(places: places.coordinates, colors: Self.colors)
    let svg = try #require(atlas.map(of: 0, words: PlainWords(), title: "Here", name: { "Place \($0)" }))
    let document = try read(svg)
    #expect(document.texts["text"]?.contains("Here") == true)
  }

  @Test(
    "A map is well-formed XML whatever the title",
    arguments: [
      "", "A & B <script>alert(1)</script>", "]]>", "\"'\u{0}\u{1}\u{B}\u{1F}\u{7F}\u{9F}", "-->", "&#0;",
      "\u{FFFE}\u{FFFF}\u{1FFFE}", "\u{2028}\u{2029}", "👍🏽🇩🇪", "\u{202E}drawkcab", "القاهرة",
      String(repeating: "x\u{300}", count: 5_000),
    ])
  func escapes(title: String) throws {
    let atlas = Atlas(places: Places.dateLine.coordinates, colors: Self.colors)
    let document = try read(
      try #require(atlas.map(of: 0, words: PlainWords(), title: title, name: { "\(title) \($0)" })))
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
    let atlas = Atlas(places: places, colors: Self.colors)
    let title = (0..<400).map { _ in String(Int.random(in: 0..<1_000_000, using: &generator)) }.joined()
    let svg = try #require(
      atlas.map(of: 0, words: PlainWords(), title: title, name: { "\($0 &* 7_919) \(title)" }))
    #expect(try #require(Gzip.compress(svg, effort: .quick)).count <= 30_000)
  }

  @Test("Maps of the same places are byte-identical")
  func repeats() throws {
    let places = Places.world.coordinates
    let maps = try (0..<2).map { _ in
      let atlas = Atlas(places: places, colors: Self.colors)
      return try #require(atlas.map(of: 9, words: PlainWords(), title: "Here", name: { "\($0)" }))
    }
    #expect(maps[0] == maps[1])
  }

  @Test("Distances and directions are right across the date line and at the poles")
  func directions() throws {
    let places = [
      Places.at(-18, 179.9), Places.at(-18, -179.9), Places.at(-17.9, 179.9), Places.at(-18, 179.9),
      Places.at(-90, 0),
    ]
    let atlas = Atlas(places: places, colors: Self.colors)
    let neighbours = try #require(atlas.whereabouts(of: 0)).neighbours
    #expect(neighbours.map(\.neighbour.place) == [3, 2, 1, 4])
    #expect(neighbours.map { ($0.neighbour.distance / 1000).rounded() } == [0, 11, 21, 8_006])
    #expect(neighbours.dropFirst().map(\.direction) == [.north, .east, .south])
    #expect(atlas.whereabouts(of: 4)?.neighbours.first?.direction == .north)
  }

  @Test("Whereabouts give coordinates and neighbours for descriptions in other languages")
  func whereabouts() throws {
    let places = [Places.at(-18, 179.9), Places.at(-18, -179.9), Places.at(-17.9, 179.9), nil]
    let atlas = Atlas(places: places, colors: Self.colors)
    let found = try #require(atlas.whereabouts(of: 0))
    #expect(abs(found.latitude + 18) < 1e-9 && abs(found.longitude - 179.9) < 1e-9)
    #expect(found.neighbours.map(\.neighbour.place) == [2, 1])
    #expect(found.neighbours.map(\.direction) == [.north, .east])
    #expect(atlas.whereabouts(of: 3) == nil)
  }

  @Test("A map of a town is as wide as its places and has a scale; the globe has its land")
  func region() throws {
    func drawing(_ places: [Coordinate?]) -> String {
      String(decoding: Atlas(places: places, colors: Self.colors).overview(), as: UTF8.self)
    }
    let trees = [(52.52, 13.401), (52.521, 13.403), (52.519, 13.404), (52.522, 13.399)].map(Places.at)
    #expect(drawing(trees).contains(">500 m</text>"))
    #expect(!drawing(trees).contains("class=\"land\""))
    #expect(drawing(trees).matches(of: #/h0/#).count == 4)
    let fiji = drawing([Places.at(-17, 179), Places.at(-16, -179), Places.at(-18, -178)])
    #expect(fiji.contains(">50 km</text>"))
    let far = drawing([Places.at(52, 13), Places.at(-18, -178)])
    #expect(far.contains("class=\"land\"") && !far.contains("km</text>"))
    let europe = drawing([Places.at(38, -9), Places.at(60, 25)])
    #expect(europe.contains("class=\"land\"") && europe.contains(">1000 km</text>"))
    #expect(drawing([Places.at(47, 8)]).contains("class=\"land\""))
  }

  @Test(
    "Land in the surroundings of a place is not turned inside out",
    arguments: [(-41.3, 174.8), (-33.4, -70.6)])
  func surroundings(latitude: Double, longitude: Double) throws {
    let atlas = Atlas(places: [Places.at(latitude, longitude), Places.at(64, -20)], colors: Self.colors)
    let svg = try #require(atlas.map(of: 0, words: PlainWords(), title: "Here", name: { _ in "There" }))
    let land = try #require(
      String(decoding: svg, as: UTF8.self).firstMatch(of: #/class="land"[^>]* d="([^"]*)"/#)
    ).1
    // The whole view would be a rectangle.
    #expect(!land.contains("2000 0"))
  }

  @Test("The world map grows for places near the poles")
  func growsToPoles() {
    let usual = Atlas(places: [Places.at(0, 0)], colors: Self.colors)
    let polar = Atlas(places: [Places.at(0, 0), Places.at(-90, 0)], colors: Self.colors)
    #expect(usual.height < polar.height)
    #expect(Atlas(places: [nil], colors: Self.colors).height == usual.height)
  }

  private static let elements: Set<String> = [
    "svg", "clipPath", "path", "g", "text", "circle", "a", "image",
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
