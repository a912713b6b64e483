public import Catalogs
public import Configuration
public import Fetching
import JSON
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
