import Catalogs
import TextPacking

/// Cities, packed: some 40 bytes for each.
struct CityStore: Sendable {
  private var ids: [Int] = []
  private var names = PackedTexts()
  private var countries = PackedTexts()
  private var coordinates: [Coordinate] = []

  var count: Int { ids.count }

  mutating func append(id: Int, name: String, country: String, coordinate: Coordinate) {
    ids.append(id)
    names.append(name)
    countries.append(country)
    coordinates.append(coordinate)
  }

  func entry(at position: Int) -> FeedEntry {
    let (name, country) = (names[position], countries[position])
    return FeedEntry(
      key: String(ids[position]), title: .plain(country.isEmpty ? name : name + ", " + country),
      sortTitle: name, coordinate: coordinates[position])
  }
}
