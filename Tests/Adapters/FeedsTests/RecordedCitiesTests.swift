import Catalogs
import Feeds
import Foundation
import JSON
import Search
import Testing
import Text

@Suite(
  "A recorded list of all cities",
  .enabled(if: Recorded.has("cities/cities.json"), Recorded.isMissing))
struct RecordedCitiesTests {
  @Test("Every recorded city is listed and found by its prefixes")
  func everyCity() throws {
    let feed = try #require(try FeedKinds.feed(from: .object(["kind": .string("cities")])).get().catalog)
    let content = try feed.decode(FeedAnswer(Recorded.bytes("cities/cities.json")))
    #expect(content.entries.count == 209_557)
    #expect(content.skipped.isEmpty)

    let builder = CatalogBuilder(strippedSuffix: nil, match: .prefix) { _ in (.empty, "") }
    let catalog = builder.catalog(of: content)
    #expect(catalog.entries.count == 209_557)
    func count(_ text: String) -> Int {
      catalog.results(for: Query(search: SearchQuery(text, match: .prefix))).total
    }
    // Letters that do not decompose (æ, ø) add to what case and diacritics alone give: 11,283 and 5,154; and
    // 14, 3 and 3 names begin with an apostrophe before an a, al and e.
    let counts = ["a": 11_298, "s": 24_473, "al": 3_034, "são": 311, "é": 5_080, "ö": 5_162, "san ": 2_042]
    for (prefix, expected) in counts { #expect(count(prefix) == expected, "\(prefix)") }

    let denver = try #require(catalog.position(of: "denver-us-5419384"))
    #expect(catalog.entries[denver].neutralSubtitle == "39.7392° N, 104.9847° W")
  }
}
