public import Catalogs
public import Fetching
import JSON
public import Configuration

/// DuckDuckGo's instant answers: `http://api.duckduckgo.com/?q=…&format=json`.
public struct DuckDuckGoFeed: Feed {
  public static let kind = "duckduckgo"

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

  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
    FeedAnswer(try source.body(of: address))
  }

  /// An answer without a single usable entry is refused too: the service sends such when it is busy,
  /// and no catalog should be emptied by it.
  public func decode(_ answer: FeedAnswer) throws(FeedError) -> FeedContent {
    // A character that was cut in two, in one entry, would otherwise cost the whole document.
    let text = String(decoding: try answer.single(), as: UTF8.self)
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(parsing: text.utf8)
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
