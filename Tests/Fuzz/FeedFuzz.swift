import Catalogs
import Configuration
import Feeds
import JSON
import Sanitizer

/// Made anew for each input: the leak checker does not see what is reachable from a global, since Swift keeps the case of
/// an enum in unused bits of its pointers.
private func feeds() -> [any Feed] {
  ["duckduckgo", "tmdb", "cities"].compactMap { kind in
    let settings = JSONValue.object([
      "kind": .string(kind), "address": .string("http://feeds.example/a"),
      "sections": .array([.string("popular")]),
    ])
    return FeedKinds.read(SettingsReader(settings, at: "feed"))?.catalog
  }
}
private let builder = CatalogBuilder(strippedSuffix: " (x)") { markup in
  let sanitized = Sanitizer(base: "http://feeds.example/a").sanitize(markup)
  return (sanitized.html, sanitized.text)
}

/// libFuzzer's entry: a feed refuses any answer with a reason, or each entry is found under its own id.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let feeds = feeds()
  precondition(feeds.count == 3)
  let answer = FeedAnswer(Array(UnsafeBufferPointer(start: start, count: count)))
  for feed in feeds {
    do throws(FeedError) {
      let content = try feed.decode(answer)
      let catalog = builder.catalog(of: content)
      for (position, entry) in catalog.entries.enumerated() {
        guard catalog.position(of: entry.id) == position, !entry.title.isEmpty else {
          fatalError("\(entry) is not found under its id")
        }
      }
    } catch {
      guard case .refused(let reason) = error, !reason.isEmpty else { fatalError("\(error)") }
    }
  }
  return 0
}
