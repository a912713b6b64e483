import Catalogs
import JSON

/// Reads a list of cities row by row into a compact store.
struct CityList {
  private var cities = PlainEntries()
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
    var list = CityList()
    list.cities.reserve(min(bytes.count / usualRow, limit))
    var row = Row()
    while try reader.nextElement() {
      if try reader.enterObject() {
        try row.read(&reader)
        list.take(row)
      } else {
        list.skip("no object")
      }
      guard list.cities.count <= limit else {
        throw FeedError.refused("the list of cities holds more than \(limit) cities")
      }
    }
    try reader.finish()
    return FeedContent(entries: FeedEntries(list.cities), skipped: list.skipped)
  }

  private mutating func take(_ row: Row) {
    guard Self.isName(row.name) else { return skip("no name") }
    guard row.name.count <= Self.nameLimit, row.country.count <= Self.nameLimit else {
      return skip("too long a name")
    }
    if row.country.isEmpty, Self.regions.contains(String(decoding: row.name, as: UTF8.self)) {
      return skip("no city")
    }
    guard let latitude = row.latitude, let longitude = row.longitude,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return skip("no usable coordinate") }
    guard let id = row.id.flatMap(Int.init(exactly:)), id >= 0 else { return skip("no usable id") }
    guard ids.insert(id) else { return skip("repeated id") }
    cities.append(number: id, name: row.name, ending: row.country, coordinate: coordinate)
  }

  private mutating func skip(_ reason: String) {
    skipped[reason, default: 0] += 1
  }

  private static func isName(_ text: [UInt8]) -> Bool {
    if text.count == 1, text[0] == UInt8(ascii: "-") { return false }
    if text.contains(where: { (0x21..<0x7F).contains($0) }) { return true }
    return String(decoding: text, as: UTF8.self).unicodeScalars.contains { !$0.isBlank }
  }
}

extension CityList {
  /// What one row says; nil or empty for what is missing or of another kind. One after the other is read into it.
  private struct Row {
    private(set) var id: Double?
    private(set) var name: [UInt8] = []
    private(set) var country: [UInt8] = []
    private(set) var latitude: Double?
    private(set) var longitude: Double?

    private static let keys: [StaticString] = ["country", "name", "_id", "coord", "id"]
    private static let coordinateKeys: [StaticString] = ["lon", "lat"]

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
      (id, latitude, longitude) = (nil, nil, nil)
      name.removeAll(keepingCapacity: true)
      country.removeAll(keepingCapacity: true)
      while let key = try reader.nextKey(among: Self.keys) {
        switch key {
        case 0: try Self.readText(&reader, to: &country)
        case 1: try Self.readText(&reader, to: &name)
        case 2, 4: id = try reader.number()
        case 3: try readCoordinate(&reader)
        default: try reader.skip()
        }
      }
    }

    private static func readText(_ reader: inout JSONReader, to text: inout [UInt8]) throws(JSONError) {
      text.removeAll(keepingCapacity: true)
      _ = try reader.appendString(to: &text)
    }

    private mutating func readCoordinate(_ reader: inout JSONReader) throws(JSONError) {
      guard try reader.enterObject() else { return }
      while let key = try reader.nextKey(among: Self.coordinateKeys) {
        switch key {
        case 0: longitude = try reader.number()
        case 1: latitude = try reader.number()
        default: try reader.skip()
        }
      }
    }
  }
}
