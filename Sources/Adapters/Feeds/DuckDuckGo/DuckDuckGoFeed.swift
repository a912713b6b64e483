public import Catalogs
public import Configuration
public import Fetching
import JSON

/// DuckDuckGo's instant answers: `http://api.duckduckgo.com/?q=…&format=json`.
public struct DuckDuckGoFeed: Feed {
  public static let kind = "duckduckgo"

  /// Bytes of an answer; the longest known one has 70,000.
  static let byteLimit = 4 << 20
  /// Of what is read of an answer: room for 15,000 topics, where some hundred have been seen.
  private static let limits = JSONLimits(values: 100_000, bytes: byteLimit)

  private let address: WebAddress

  public init(_ settings: SettingsReader) {
    address = settings.required(
      "address", .webAddress, "where the answer is asked for", note: "https is tried first.",
      example: "http://api.duckduckgo.com/?q=star+trek+characters&format=json")
  }

  private init(address: WebAddress) {
    self.address = address
  }

  public func moved(to address: WebAddress) -> DuckDuckGoFeed {
    DuckDuckGoFeed(address: address)
  }

  public var host: String? { address.host }

  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
    FeedAnswer(try source.answer(of: address, limit: Self.byteLimit))
  }

  /// An answer without a single usable entry is refused too: the service sends such when it is busy,
  /// and no catalog should be emptied by it.
  public func decode(_ answer: FeedAnswer) throws(FeedError) -> FeedContent {
    let bytes = try answer.single()
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(answer: bytes, within: Self.limits, keeping: DuckDuckGoTopics.keys)
    } catch {
      throw .refused("this is not an answer of DuckDuckGo: \(error)")
    }
    guard let topics = document["RelatedTopics"]?.array else {
      throw .refused("this is not an answer of DuckDuckGo: it has no array RelatedTopics")
    }
    let content = DuckDuckGoTopics.content(of: topics)
    guard !content.entries.isEmpty else {
      throw .refused("the answer of DuckDuckGo holds no usable entry\(content.skippedInWords)")
    }
    return content
  }
}
