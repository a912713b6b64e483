public import Catalogs
public import Configuration
public import Fetching
import JSON
import Records

/// OpenWeather's list of cities, with rules of its own for skipped ones:
/// `[{"id", "name", "country", "coord": {"lon", "lat"}}]`.
///
/// Older lists have `_id` for `id`. It is GeoNames' number, which the bundled list has too; there `former` is the number
/// that a city had in the bundled list of earlier versions.
public struct CitiesFeed: Feed {
  public static let kind = "cities"
  public static let titlesEndWithCountry = true
  /// The service's number of a city stays, and so does its name.
  public var recordsIDs: Bool { false }

  private static let usual = "https://bulk.openweathermap.org/sample/city.list.json.gz"
  private static let list = """
    {"address": "\(usual)", "entry": {"id": "id || _id", "title": "{name}, {country}", "sortTitle": "name",
      "place": {"latitude": "coord.lat", "longitude": "coord.lon"}}}
    """
  /// Names of regions that are larger than a country.
  private static let regions: Set<String> = [
    "Africa", "Antarctica", "Asia", "Earth", "Europe", "North America", "Oceania", "South America",
  ]

  private var list: RecordsFeed

  public init(_ settings: SettingsReader) {
    list = RecordsFeed(SettingsReader((try? JSONValue(parsing: Array(Self.list.utf8))) ?? .null))
    list.settings.formerID = RecordText("former")
    let address = settings.optional(
      "address", .webAddress, "the address of the list", note: "Plain JSON or gzip.",
      standard: "OpenWeather's list", example: .text(Self.usual))
    if let address { list.settings.address = address }
  }

  public var address: WebAddress? { list.address }

  public func moved(to address: WebAddress) -> CitiesFeed {
    var feed = self
    feed.list.settings.address = address
    return feed
  }

  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer { try list.ask(source) }

  /// Refuses a list without usable rows too: it would empty the catalog.
  public func read(_ answer: FeedAnswer, _ take: (FeedEntry) -> Void) throws(FeedError) -> FeedContent {
    var (count, skipped): (Int, [String: Int]) = (0, [:])
    var content = try list.read(answer) { city in
      if let reason = Self.fault(of: city) { return skipped[reason, default: 0] += 1 }
      count += 1
      take(city)
    }
    content.isNumbered = true
    content.skipped.merge(skipped, uniquingKeysWith: +)
    guard count > 0 else {
      throw .refused("the list of cities holds no usable row\(content.skippedSummary)")
    }
    return content
  }

  private static func fault(of city: FeedEntry) -> String? {
    guard let name = city.sortTitle, name != "-" else { return "no name" }
    if city.coordinate == nil { return "no usable coordinate" }
    guard city.key.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return "no usable id" }
    return city.title == .plain(name) && regions.contains(name) ? "no city" : nil
  }
}
