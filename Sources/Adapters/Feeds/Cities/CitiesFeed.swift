public import Catalogs
public import Configuration
public import Fetching
import JSON
import System

/// OpenWeather's list of cities: `[{"id", "name", "country", "coord": {"lon", "lat"}}]`, plain or gzip.
///
/// Older lists have `_id` for `id`.
public struct CitiesFeed: Feed {
  public static let kind = "cities"
  public static let titlesEndWithCountry = true

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
    var content: FeedContent
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
      throw .refused("the list of cities holds no usable row\(content.skippedSummary)")
    }
    content.entries.forEach(take)
    content.entries = []
    return content
  }
}

/// Reads a list of cities row by row into a compact store.
struct CityList: ~Copyable {
  private var entries: [FeedEntry] = []
  private var ids = SeenNumbers()
  private var skipped: [String: Int] = [:]

  /// Cities of a list; the longest known one has 209,557. They take up to 200 MB.
  static let limit = 500_000
  /// Bytes of an average row in the longest known list.
  private static let usualRow = 92
  /// Bytes of the name of a city or a country; no known one takes 200.
  private static let nameLimit = 300

  /// Names of regions that are larger than a country.
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
        // Read in place.
      } else if try reader.enterObject() {
        try row.read(&reader)
        row.withUnsafeTexts { list.take($0) }
      } else {
        list.skip("no object")
      }
      guard list.entries.count <= limit else {
        throw FeedError.refused("the list of cities holds more than \(limit) cities")
      }
    }
    try reader.finish()
    return FeedContent(
      entries: list.entries,
      skipped: list.skipped)
  }

  private init(_ count: Int) {
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
    let name = String(decoding: city.name, as: UTF8.self)
    let country = String(decoding: city.country, as: UTF8.self)
    entries.append(
      FeedEntry(key: String(id), title: .plain(country.isEmpty ? name : "\(name), \(country)")) {
        $0.sortTitle = name
        $0.coordinate = coordinate
      })
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

/// A set of numbers, with a bit for each of the usual ones.
struct SeenNumbers {
  private var bits: [UInt64] = []
  private var others: Set<Int> = []

  /// Numbers below it have a bit; ids of cities are below 15 million, whose bits take 2 MB.
  private static let limit = 1 << 25

  /// Adds a number, at least 0; false if it was in the set.
  mutating func insert(_ number: Int) -> Bool {
    guard number < Self.limit else { return others.insert(number).inserted }
    let (word, bit) = (number >> 6, UInt64(1) << UInt64(number & 63))
    if word >= bits.count { bits += repeatElement(0, count: max(word + 1 - bits.count, bits.count)) }
    guard bits[word] & bit == 0 else { return false }
    bits[word] |= bit
    return true
  }
}
