import Catalogs
import Configuration
import Feeds
import Fetching
import JSON
import Synchronization
import System
import Testing

/// A feed without a network, whose answers are lines with one title each; one such as `passes 1000` also tells the moment
/// at which a date passes.
final class StubFeed: Feed {
  static let kind = "stub"

  private let state: Mutex<State>
  private let address: String

  private struct State {
    var answers: [Result<String, FeedError>]
    var timesAsked = 0
  }

  /// - Parameter answers: in order; the last one is repeated.
  init(_ answers: [Result<String, FeedError>], address: String = "configured") {
    state = Mutex(State(answers: answers))
    self.address = address
  }

  convenience init(_ settings: SettingsReader) { self.init([]) }

  var timesAsked: Int { state.withLock { $0.timesAsked } }

  func moved(to address: WebAddress) -> StubFeed {
    StubFeed(state.withLock { $0.answers }, address: address.text)
  }

  func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
    let answer = state.withLock { state in
      state.timesAsked += 1
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
    return FeedAnswer(Array(try answer.get().replacing("ADDRESS", with: address).utf8))
  }

  func read(_ answer: FeedAnswer, _ take: (FeedEntry) -> Void) throws(FeedError) -> FeedContent {
    let lines = answer.parts.flatMap { String(decoding: $0.bytes, as: UTF8.self).split(separator: "\n") }
    guard !lines.isEmpty, !lines.contains("nonsense") else { throw .refused("it is nonsense") }
    for line in lines { take(FeedEntry(key: String(line), title: .plain(String(line)))) }
    var content = FeedContent(entries: [], skipped: ["too odd": 2])
    content.passesAt = lines.compactMap { $0.hasPrefix("passes ") ? Int($0.dropFirst(7)) : nil }.first
    return content
  }
}

extension CatalogStore {
  /// A store of catalogs in memory, or in a folder.
  static func forTests(
    _ folder: String = "/nonexistent", settings: String = "", version: String = "",
    joinsTitles: Bool = false, log: any Log = SilentLog()
  ) -> CatalogStore {
    CatalogStore(
      directory: folder, settings: Array(settings.utf8), version: version,
      builder: CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") },
      ids: KnownIDsFile(directory: folder, joinsTitles: joinsTitles, log: log), log: log)
  }
}

/// A feed of places, by their names and numbers.
func places() throws -> any Feed {
  let entry: JSONValue = .object([
    "id": .string("_id"), "title": .string("name"), "subtitle": .string("country"),
    "place": .object(["latitude": .string("coord.lat"), "longitude": .string("coord.lon")]),
  ])
  let settings: JSONValue = .object(["kind": .string("records"), "file": .string("x"), "entry": entry])
  return try #require(try FeedKinds.feed(from: settings).get().catalog)
}
