public import Catalogs
public import Configuration
public import Fetching
import Records
import System
import Text

/// OpenWeather's list of cities: `[{"id", "name", "country", "coord": {"lon", "lat"}}]`, plain or gzip.
///
/// Older lists have `_id` for `id`. It is GeoNames' number, which the bundled list has too; there `former` is the number
/// that a city had in the bundled list of earlier versions.
public struct CitiesFeed: Feed {
  public static let kind = "cities"
  public static let titlesEndWithCountry = true
  public var countsRepeated: Bool { true }
  /// The service's number of a city stays, and so does its name.
  public var recordsIDs: Bool { false }

  private static let defaultAddress = "https://bulk.openweathermap.org/sample/city.list.json.gz"
  /// Bytes of an answer: the longest known list takes 20 MB without line breaks, 4 MB as gzip data.
  private static let byteLimit = 32 << 20
  /// Bytes after decompression; the same list takes 40 MB with line breaks.
  static let decompressedLimit = 64 << 20

  private let configured: WebAddress

  public init(_ settings: SettingsReader) {
    configured =
      settings.optional(
        "address", .webAddress, "the address of the list", note: "Plain JSON or gzip.",
        standard: "OpenWeather's list", example: .text(Self.defaultAddress))
      ?? SettingForm.webAddress.value(of: .text(Self.defaultAddress))
  }

  private init(address: WebAddress) { configured = address }

  public var address: WebAddress? { configured }

  public func moved(to address: WebAddress) -> CitiesFeed { CitiesFeed(address: address) }

  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
    FeedAnswer(try source.answer(of: configured, limit: Self.byteLimit))
  }

  /// Refuses a list without usable rows too: it would empty the catalog.
  public func read(_ answer: FeedAnswer, _ take: (FeedEntry) -> Void) throws(FeedError) -> FeedContent {
    var cities = Cities()
    do {
      let bytes = try answer.single()
      let list = Gzip.isCompressed(bytes) ? try Gzip.decompress(bytes, limit: Self.decompressedLimit) : bytes
      try cities.read(list, take)
    } catch let error as FeedError {
      throw error
    } catch {
      throw .refused("this is not a list of cities: \(error)")
    }
    var content = FeedContent(entries: [], skipped: cities.skipped)
    content.isNumbered = true
    guard cities.count > 0 else {
      throw .refused("the list of cities holds no usable row\(content.skippedSummary)")
    }
    return content
  }
}

/// The mapping of records to cities, with rules of its own for skipped ones.
private struct Cities {
  private(set) var count = 0
  private(set) var skipped: [String: Int] = [:]

  /// Cities of a list; the longest known one has 209,557.
  private static let limit = 500_000
  /// Bytes of the name of a city or a country; no known one takes 200.
  private static let nameLimit = 300
  /// Names of regions that are larger than a country.
  private static let regions: Set<String> = [
    "Africa", "Antarctica", "Asia", "Earth", "Europe", "North America", "Oceania", "South America",
  ]
  private static let paths = ["id || _id", "name", "country", "coord.lat", "coord.lon", "former"]

  mutating func read(_ bytes: Numbers<UInt8>, _ take: (FeedEntry) -> Void) throws {
    var fields = RecordFields()
    for path in Self.paths.compactMap({ RecordPath($0) }) { _ = fields.add(path) }
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      throw FeedError.refused("this is not a list of cities: it is not an array")
    }
    var reader = try RecordReader(bytes, as: .json, fields: fields)
    while try reader.read() {
      guard let entry = city(reader.record) else { continue }
      guard count < Self.limit else {
        throw FeedError.refused("the list of cities holds more than \(Self.limit) cities")
      }
      count += 1
      take(entry)
    }
    if reader.others > 0 { skipped["no object"] = reader.others }
  }

  /// Nil for a record that is skipped, which is counted.
  private mutating func city(_ record: borrowing Record) -> FeedEntry? {
    func skip(_ reason: String) -> FeedEntry? {
      skipped[reason, default: 0] += 1
      return nil
    }
    guard let name = record.value(at: 1)?.string, name != "-",
      name.unicodeScalars.contains(where: {
        !$0.properties.isWhitespace && $0.properties.generalCategory != .control
      })
    else { return skip("no name") }
    let country = record.value(at: 2)?.string ?? ""
    guard name.utf8.count <= Self.nameLimit, country.utf8.count <= Self.nameLimit else {
      return skip("too long a name")
    }
    if country.isEmpty, Self.regions.contains(name) { return skip("no city") }
    guard let latitude = record.value(at: 3)?.number, let longitude = record.value(at: 4)?.number,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return skip("no usable coordinate") }
    guard let number = number(record, at: 0) else { return skip("no usable id") }
    var entry = FeedEntry(key: number, title: .plain(country.isEmpty ? name : "\(name), \(country)"))
    entry.sortTitle = name
    entry.formerKey = self.number(record, at: 5)
    entry.coordinate = coordinate
    return entry
  }

  private func number(_ record: borrowing Record, at field: Int) -> String? {
    record.value(at: field)?.number?.whole(in: 0...Int.max).map { String($0) }
  }
}
