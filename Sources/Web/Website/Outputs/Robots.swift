import HTTPServer

/// The files that crawlers and browsers look for at the top of each host.
enum RobotsHandler {
  /// Nothing is open to crawlers but the shows whose files say so.
  static func rules(_ visit: Visit) -> Reply {
    let sites = visit.site.shelf.map { $0.shows.compactMap(\.site) } ?? [visit.site]
    let open = sites.filter { $0.published.value.context.show.serving.isOpenToRobots }
      .map { $0.addresses[.list] }
    let lines = ["User-agent: *"] + open.map { "Allow: \($0)" } + (open == ["/"] ? [] : ["Disallow: /"])
    return .page(.text, Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// The emblem, as a bitmap where there is one.
  static func favicon(_ visit: Visit) -> Reply {
    let emblem = visit.context.shown.emblem
    let headers = [
      ("Location", emblem.address(of: .small) ?? emblem.drawing), ("Cache-Control", "public, max-age=86400"),
    ]
    return .response(Response(status: 302, headers: headers))
  }
}
