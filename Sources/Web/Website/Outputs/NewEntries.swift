import Catalogs
import System
import Text

/// The entries that the list marks as new, as an Atom feed (RFC 4287).
enum NewEntriesHandler {
  private static let (limit, summaryLimit) = (50, 500)

  static func feed(_ visit: Visit) -> Reply {
    if let problem = EntriesHandler.problem(visit, sizeLimit: limit) { return problem }
    let (context, origin) = (visit.context, visit.origin.text)
    let (catalog, show) = (context.catalog, context.show)
    let state = visit.state.ofEveryone.content.with(\.page, 1)
    let news = visit.edition.news
    let arrived = (news?.ids ?? []).compactMap { catalog.position(of: $0) }
    let results = catalog.findings(for: context.query(of: state)).results.among(arrived)
    // The host of `org.example.trek` is trek.example.org. The id has no address, so that it survives a move.
    let host = show.packageID.lowercased().replacing("_", with: "-").split(separator: ".").reversed()
    let id = "tag:\(host.joined(separator: ".")),2026:"
    var moment = news?.moment ?? 0
    if news == nil, case .feed(let takenAt) = visit.edition.provenance { moment = takenAt }
    let updated = "<updated>\(CivilTime(moment, inUTC: true).textWithoutZone)Z</updated>"
    let own = context.addresses[.newEntries] + state.query
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"\(escaped(show.language ?? "und"))\">",
      "<id>\(id)new</id>", "<title>\(escaped(show.name))</title>", updated,
      "<author><name>\(escaped(show.name))</name></author>",
      "<link rel=\"self\" href=\"\(escaped(origin + own))\"/>",
      "<link href=\"\(escaped(origin + context.addresses.list(state)))\"/>",
    ]
    for position in results.page(from: 0, limit: limit) {
      let entry = catalog.entries[position]
      lines += [
        "<entry>", "<id>\(id)entries/\(entry.id)</id>", "<title>\(escaped(entry.title))</title>", updated,
        "<link href=\"\(escaped(origin + context.addresses.entry(entry.id)))\"/>",
        "<summary>\(escaped(Wording.beginning(of: entry.text, limit: summaryLimit)))</summary>", "</entry>",
      ]
    }
    lines += ["</feed>", ""]
    return .page(.feed, Array(lines.joined(separator: "\n").utf8), effort: .quick)
  }

  /// Without the control characters that XML has no form for.
  private static func escaped(_ text: String) -> SafeHTML {
    let kept = text.unicodeScalars.filter { $0.value >= 32 && $0.value & 0xFFFE != 0xFFFE || $0 == "\n" }
    return SafeHTML(escaping: String(String.UnicodeScalarView(kept)))
  }
}
