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
    let texts = [try #require(layout.title).rectangle] + layout.named.map(\.label.rectangle)
    for (index, text) in texts.enumerated() {
      #expect(Self.sheet.contains(text))
      for other in texts[..<index] { #expect(!text.overlaps(other)) }
      for dot in layout.named { #expect(!text.contains(dot.point)) }
    }
    for dot in layout.unnamed {
      #expect(Self.sheet.contains(dot))
      #expect(!texts.contains { $0.contains(dot) })
    }
  }

  @Test("A dense view labels many places, each once", arguments: [Places.town, .dateLine])
  func namesMany(places: Places) {
    let layout = layout(places, title: "Here", name: { "T\($0)" })
    #expect(layout.named.count >= 8)
    #expect(Set(layout.named.map(\.label.text)).count == layout.named.count)
  }

  @Test("No name is closer to another than a finger is wide", arguments: Places.allCases)
  func spaces(places: Places) {
    let spaces = layout(places, title: "Here", name: { "\($0)" }).named.map(\.label.space)
    for (index, space) in spaces.enumerated() {
      #expect(space.width >= 34.99 && space.height >= 34.99 && Self.sheet.contains(space))
      #expect(!spaces[..<index].contains(where: space.overlaps))
    }
  }

  @Test("A name shared by several places is labelled once")
  func namesOnce() {
    #expect(layout(.town, title: "Here", name: { _ in "There" }).named.count == 1)
    #expect(layout(.town, title: "Here", name: { _ in "" }).named.isEmpty)
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

  private static let sheet = Rectangle(
    left: 0, top: 0, right: MapFrame.width, bottom: Surroundings.height)

  private func layout(_ places: Places, title: String, name: (Int) -> String) -> Surroundings {
    let directions = places.coordinates.map { Direction($0) }
    let neighbours = PlaceList(directions).nearest(to: 0, count: 200)
    return Surroundings(
      of: directions[0], neighbours.map { ($0, directions[$0.place]) }, zoom: 0, title: title, name: name)
  }
}
