import TestSupport
import Testing

@Suite("Damaged catalogs")
struct DamagedCatalogTests {
  @Test("Whole arrays answer everything")
  func whole() {
    #expect(
      DamagedCatalog.ask(DamagedCatalog.whole) == DamagedCatalog.ask(DamagedCatalog.arrays(damagedBy: [])))
    #expect(DamagedCatalog.ask(DamagedCatalog.whole) > 20_000)
  }

  @Test("Damaged arrays give other answers, never an access outside of them", arguments: 0..<6)
  func damaged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...60, using: &random)
    let numbers = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    DamagedCatalog.ask(DamagedCatalog.arrays(damagedBy: numbers))
  }

  @Test(
    "Damage that ended the program once",
    arguments: [
      [40, 24, 92, 224, 65, 255], [140, 213, 255],
    ] as [[UInt8]])
  func found(numbers: [UInt8]) {
    #expect(DamagedCatalog.ask(DamagedCatalog.arrays(damagedBy: numbers)) > 0)
  }
}
