import HTTPServer
import Text

extension Visit {
  /// The answer to an entry's address without a show, with the name that a show had, or with an id of another list of
  /// the show: printed labels keep them. Nil if no show has the entry.
  var moved: Reply? {
    guard call.form == nil, let id = idOfMoved else { return nil }
    let sites = call.site.shelf.map { $0.shows.compactMap(\.site) } ?? [call.site]
    let found = sites.compactMap { site -> (context: PageContext, position: Int)? in
      let context = site.published.value.context.inLanguage(call.language)
      return context.catalog.position(inAnyList: id).map { (context, $0) }
    }
    guard let first = found.first else { return nil }
    if found.count == 1 {
      let query = call.match.query.isEmpty ? "" : "?\(PercentCoding.ascii(Array(call.match.query)))"
      let address =
        first.context.addresses[.entry, first.context.catalog.entries.id(at: first.position)] + query
      return .response(
        Response(status: 302, headers: [("Location", address), ("Cache-Control", "no-cache")]))
    }
    let rows = found.prefix(Self.showLimit).map { context, position in
      var row = context.row(at: position)
      row.tellShow(context.showName)
      return row
    }
    let page = ErrorPage(
      context, 300, heading: call.language.text(.severalShows),
      sentence: call.language.text(.severalShowsMore), near: rows)
    return .once(300, .html, page.bytes)
  }

  /// Shows that a page offers.
  private static var showLimit: Int { 50 }

  /// The id in `/entries/lamp`, or in `/name/entries/lamp` with any name.
  private var idOfMoved: String? {
    if call.match.route == .entry { return call.name }
    let path = call.target.prefix { $0 != UInt8(ascii: "?") }.dropFirst(addresses.baseBytes.count)
    guard call.target.starts(with: addresses.baseBytes),
      let slash = path.dropFirst().firstIndex(of: UInt8(ascii: "/"))
    else { return nil }
    let rest = RouteMatch(addresses.baseBytes + path[slash...], .get, below: addresses.baseBytes)
    return rest.route == .entry ? String(validating: rest.name, as: UTF8.self) : nil
  }
}
