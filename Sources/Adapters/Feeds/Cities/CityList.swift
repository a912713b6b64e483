import Catalogs
import JSON
import Search

/// Reads a list of cities row by row into a compact store.
struct CityList: ~Copyable {
  private var numbers: [Int] = []
  private var names: PackedTextsWriter
  private var countries: PackedTextsWriter
  private var coordinates: [Coordinate] = []
  private var ids = SeenNumbers()
  private var skipped: [String: Int] = [:]

  /// Cities that are kept: more than twice as many as the longest known list has, in some 200 MB.
  static let limit = 500_000
  /// Bytes of a row in the longest known list, roughly.
  private static let usualRow = 92
  /// Bytes of a city's name and of its country's, each: no place is known whose name takes 200.
  private static let nameLimit = 300

  /// Rows that name a place that contains cities but is not a country.
  private static let regions: Set<String> = [
    "Africa", "Antarctica", "Asia", "Earth", "Europe", "North America", "Oceania", "South America",
  ]

  static func content(of bytes: [UInt8]) throws -> FeedContent {
    var reader = JSONReader(bytes)
    guard try reader.enterArray() else {
      throw FeedError.refused("this is not a list of cities: it is not an array")
    }
    var list = CityList(min(bytes.count / usualRow, limit))
    let scan = CityScan()
    var row = CityRow()
    while try reader.nextElement() {
      if reader.scan({ scan.read(&$0) { list.take($0) } }) {
        // Taken where it lies.
      } else if try reader.enterObject() {
        try row.read(&reader)
        row.withUnsafeTexts { list.take($0) }
      } else {
        list.skip("no object")
      }
      guard list.numbers.count <= limit else {
        throw FeedError.refused("the list of cities holds more than \(limit) cities")
      }
    }
    try reader.finish()
    return FeedContent(
      entries: FeedEntries(
        PlainEntries(
          numbers: list.numbers, names: list.names.texts(), endings: list.countries.texts(),
          coordinates: list.coordinates)),
      skipped: list.skipped)
  }

  private init(_ count: Int) {
    names = PackedTextsWriter(count, bytesEach: 12)
    countries = PackedTextsWriter(count, bytesEach: 2)
    numbers.reserveCapacity(count)
    coordinates.reserveCapacity(count)
  }

  private mutating func take(_ city: CityTexts) {
    guard Self.isName(city.name) else { return skip("no name") }
    guard city.name.count <= Self.nameLimit, city.country.count <= Self.nameLimit else {
      return skip("too long a name")
    }
    if city.country.isEmpty, Self.regions.contains(String(decoding: city.name, as: UTF8.self)) {
      return skip("no city")
    }
    guard let latitude = city.latitude, let longitude = city.longitude,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return skip("no usable coordinate") }
    guard let id = city.id.flatMap(Int.init(exactly:)), id >= 0 else { return skip("no usable id") }
    guard ids.insert(id) else { return skip("repeated id") }
    numbers.append(id)
    names.append(city.name)
    countries.append(city.country)
    coordinates.append(coordinate)
  }

  private mutating func skip(_ reason: String) {
    skipped[reason, default: 0] += 1
  }

  private static func isName(_ text: UnsafeRawBufferPointer) -> Bool {
    if text.count == 1, text[0] == UInt8(ascii: "-") { return false }
    if text.contains(where: { (0x21..<0x7F).contains($0) }) { return true }
    return String(decoding: text, as: UTF8.self).unicodeScalars.contains { !$0.isBlank }
  }
}
