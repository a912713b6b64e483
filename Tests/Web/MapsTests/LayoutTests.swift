import Catalogs
import Testing

@testable import Maps

@Suite("Local layout")
struct LayoutTests {
  static let names: [@Sendable (Int) -> String] = [
    { "Town \($0)" },
    { "Llanfair-\($0)-pwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" },
    { "東京都\($0)特別区大田区羽田空港" },
    { "القاهرة \($0)" },
    { "M\u{308}\u{301}\($0)" },
  ]

  @Test("Labels overlap neither each other, nor named dots, nor the frame", arguments: Places.allCases, names)
  func separates(places: Places, name: @Sendable (Int) -> String) throws {
    let layout = layout(places, title: name(0), name: name)
    let place = try #require(layout.place)
    let named = [place] + layout.named
    let texts = named.map(\.label.rectangle) + layout.marks.map(\.rectangle)
    for (index, text) in texts.enumerated() {
      #expect(Sheet.local.contains(text))
      for other in texts[..<index] { #expect(!text.overlaps(other)) }
      for dot in named { #expect(!text.contains(dot.point)) }
    }
    for dot in layout.unnamed {
      #expect(Sheet.local.contains(dot))
      #expect(!texts.contains { $0.contains(dot) })
    }
  }

  @Test("A dense view labels many places, each once", arguments: [Places.town, .dateLine])
  func namesMany(places: Places) {
    let layout = layout(places, title: "Here", name: { "T\($0)" })
    #expect(layout.named.count >= 8)
    #expect(Set(layout.named.map(\.label.text.string)).count == layout.named.count)
  }

  @Test("No name is closer to another than a finger is wide", arguments: Places.allCases)
  func spaces(places: Places) {
    let spaces = layout(places, title: "Here", name: { "\($0)" }).named.map(\.label.space)
    for (index, space) in spaces.enumerated() {
      #expect(space.width >= 35 && space.height >= 35 && Sheet.local.contains(space))
      #expect(!spaces[..<index].contains(where: space.overlaps))
    }
  }

  @Test("A name shared by several places is labelled once")
  func namesOnce() {
    #expect(layout(.town, title: "Here", name: { _ in "There" }).named.count == 1)
    #expect(layout(.town, title: "Here", name: { _ in " \u{7}" }).named.isEmpty)
  }

  @Test("Graticule lines have round values, and most are marked", arguments: Places.allCases)
  func marksLines(places: Places) {
    let layout = layout(places, title: "Here", name: { "\($0)" })
    #expect((2...24).contains(layout.lines.count))
    #expect(layout.marks.count >= 2)
    for mark in layout.marks {
      #expect(mark.text.string.wholeMatch(of: /\d{1,3}(\.\d{1,3})?° [NSEW]|0°|180°/) != nil)
    }
  }

  @Test(
    "The scale bar has a round length at the scale of the view, from 1 km to 4,000 km",
    arguments: Places.allCases)
  func scales(places: Places) throws {
    let coordinates = places.coordinates
    let layout = layout(places, title: "Here", name: { "\($0)" })
    let text = PlainWords().length(layout.scaleBar.metres)
    #expect(text.wholeMatch(of: /[125]0{0,3} k?m/) != nil)
    #expect((40...120).contains(layout.scaleBar.length))
    let metresPerUnit = layout.scaleBar.metres / layout.scaleBar.length
    #expect((1_000 - 1...4_000_000 + 1).contains(metresPerUnit * Sheet.local.height / 2))

    // True along every line through the place, at any latitude.
    let atlas = Atlas(places: coordinates, colors: AtlasColors(accent: .black))
    for neighbour in layout.named {
      let number = try #require(Int(neighbour.label.text.string))
      let (dx, dy) = (neighbour.point.x - Sheet.local.centre.x, neighbour.point.y - Sheet.local.centre.y)
      let drawn = (dx * dx + dy * dy).squareRoot() * metresPerUnit
      let found = try #require(atlas.neighbours(of: 0, count: 200).first { $0.place == number })
      #expect(abs(drawn - found.distance) < 0.001 * drawn + 1)
    }
  }

  @Test(
    "RoundNumber rounds down to 1, 2 or 5 times a power of ten",
    arguments: [
      (1.0, 1.0), (1.99, 1), (2, 2), (4.999, 2), (5, 5), (9.9, 5), (10, 10), (1000, 1000), (999, 500),
      (0.003, 0.002),
    ])
  func rounds(value: Double, round: Double) {
    #expect(abs(RoundNumber.below(value) - round) < round * 1e-9)
  }

  private func layout(_ places: Places, title: String, name: (Int) -> String) -> LocalLayout {
    let directions = places.coordinates.map { Direction($0) }
    let neighbours = PlaceList(directions).nearest(to: 0, count: 200)
    return LocalLayout(
      around: directions[0], neighbours: neighbours.map { ($0, directions[$0.place]) }, in: Sheet.local,
      Atlas.land, words: PlainWords(), title: MapText(title), name: name)
  }
}
