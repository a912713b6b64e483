import Catalogs
import JSON

/// Reads a list of cities row by row into a compact store.
struct CityList {
  private var cities = CityStore()
  private var ids: Set<Int> = []
  private var skipped: [String: Int] = [:]

  /// Cities that are kept: more than twice as many as the longest known list has, in some 200 MB.
  static let limit = 500_000
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
    while try reader.nextElement() {
      if try reader.enterObject() { list.take(try Row(&reader)) } else { list.skip("no object") }
      guard list.cities.count <= limit else {
        throw FeedError.refused("the list of cities holds more than \(limit) cities")
      }
    }
    try reader.finish()
    let cities = list.cities
    return FeedContent(
      entries: FeedEntries(count: cities.count) { cities.entry(at: $0) }, skipped: list.skipped)
  }

  private mutating func take(_ row: Row) {
    guard let name = row.name, Self.isName(name) else { return skip("no name") }
    let country = row.country ?? ""
    guard name.utf8.count <= Self.nameLimit, country.utf8.count <= Self.nameLimit else {
      return skip("too long a name")
    }
    if country.isEmpty, Self.regions.contains(name) { return skip("no city") }
    guard let latitude = row.latitude, let longitude = row.longitude,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return skip("no usable coordinate") }
    guard let id = row.id.flatMap(Int.init(exactly:)), id >= 0 else { return skip("no usable id") }
    guard ids.insert(id).inserted else { return skip("repeated id") }
    cities.append(id: id, name: name, country: country, coordinate: coordinate)
  }

  private mutating func skip(_ reason: String) {
    skipped[reason, default: 0] += 1
  }

  private static func isName(_ text: String) -> Bool {
    text != "-" && text.unicodeScalars.contains { !$0.isBlank }
  }
}

extension CityList {
  /// What one row says; nil for what is missing or of another kind.
  private struct Row {
    var id: Double?
    var name: String?
    var country: String?
    var latitude: Double?
    var longitude: Double?

    init(_ reader: inout JSONReader) throws(JSONError) {
      while let key = try reader.nextKey() {
        switch key {
        case "id", "_id": id = try reader.number()
        case "name": name = try reader.string()
        case "country": country = try reader.string()
        case "coord": try readCoordinate(&reader)
        default: try reader.skip()
        }
      }
    }

    private mutating func readCoordinate(_ reader: inout JSONReader) throws(JSONError) {
      guard try reader.enterObject() else { return }
      while let key = try reader.nextKey() {
        switch key {
        case "lat": latitude = try reader.number()
        case "lon": longitude = try reader.number()
        default: try reader.skip()
        }
      }
    }
  }
}
