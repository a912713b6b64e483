public import Catalogs
public import Configuration
public import Fetching
import JSON
import Search
import System

/// A list of cities, as OpenWeather gives it away: `[{"id", "name", "country", "coord": {"lon", "lat"}}]`,
/// plain or as gzip data, with `_id` for `id` in older ones.
public struct CitiesFeed: Feed {
  public static let kind = "cities"

  private static let defaultAddress = "https://bulk.openweathermap.org/sample/city.list.json.gz"
  /// Bytes of an answer: the longest known list takes 20 MB without line breaks, 4 MB as gzip data.
  private static let byteLimit = 32 << 20
  /// Bytes that gzip data may become: the same list takes 40 MB where it is laid out for people.
  static let decompressedLimit = 64 << 20

  private let address: WebAddress

  public init(_ settings: SettingsReader) {
    address =
      settings.optional(
        "address", .webAddress, "where the list is fetched", note: "Plain JSON or gzip.",
        standard: "OpenWeather's list", example: .text(Self.defaultAddress))
      ?? SettingForm.webAddress.value(of: .text(Self.defaultAddress))
  }

  private init(address: WebAddress) {
    self.address = address
  }

  public func moved(to address: WebAddress) -> CitiesFeed {
    CitiesFeed(address: address)
  }

  public var host: String? { address.host }

  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
    FeedAnswer(try source.answer(of: address, limit: Self.byteLimit))
  }

  /// A list without a single usable row is refused too, for no catalog should be emptied by it.
  public func decode(_ answer: FeedAnswer) throws(FeedError) -> FeedContent {
    let content: FeedContent
    do {
      let bytes = try answer.single()
      let list = Gzip.isCompressed(bytes) ? try Gzip.decompress(bytes, limit: Self.decompressedLimit) : bytes
      content = try CityList.content(of: list)
    } catch let error as FeedError {
      throw error
    } catch {
      throw .refused("this is not a list of cities: \(error)")
    }
    guard !content.entries.isEmpty else {
      throw .refused("the list of cities holds no usable row\(content.skippedInWords)")
    }
    return content
  }
}

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

/// Numbers that have come, for telling those that come again: a bit for each of the usual ones.
struct SeenNumbers {
  private var bits: [UInt64] = []
  private var others: Set<Int> = []

  /// Numbers that have a bit: those of cities are below 15 million, whose bits take 2 MB.
  private static let limit = 1 << 25

  /// Takes a number that is not below zero; false if it has come before.
  mutating func insert(_ number: Int) -> Bool {
    guard number < Self.limit else { return others.insert(number).inserted }
    let (word, bit) = (number >> 6, UInt64(1) << UInt64(number & 63))
    if word >= bits.count { bits += repeatElement(0, count: max(word + 1 - bits.count, bits.count)) }
    guard bits[word] & bit == 0 else { return false }
    bits[word] |= bit
    return true
  }
}
