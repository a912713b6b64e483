import Catalogs
import TextPacking

/// Cities, packed: some 40 bytes for each.
struct CityStore: Sendable {
  private var ids: [Int] = []
  private var names = PackedTexts()
  private var countries = PackedTexts()
  private var coordinates: [Coordinate] = []

  var count: Int { ids.count }

  /// Takes a city; its texts are UTF-8.
  mutating func append(id: Int, name: [UInt8], country: [UInt8], coordinate: Coordinate) {
    ids.append(id)
    names.append { $0 += name }
    countries.append { $0 += country }
    coordinates.append(coordinate)
  }

  /// Writes what ``entry(at:)`` makes texts of.
  func write(_ position: Int, to entry: inout PlainEntry) {
    let country = countries.range(of: position)
    entry.number = ids[position]
    entry.coordinate = coordinates[position]
    entry.title.removeAll(keepingCapacity: true)
    entry.title += names.bytes[names.range(of: position)]
    entry.sortCount = entry.title.count
    guard !country.isEmpty else { return }
    entry.title.append(UInt8(ascii: ","))
    entry.title.append(UInt8(ascii: " "))
    entry.title += countries.bytes[country]
  }

  func entry(at position: Int) -> FeedEntry {
    let (name, country) = (names[position], countries[position])
    return FeedEntry(
      key: String(ids[position]), title: .plain(country.isEmpty ? name : name + ", " + country),
      sortTitle: name, coordinate: coordinates[position])
  }
}
