import HTTPServer

/// The choice of the thread that makes an answer.
extension Visit {
  /// Bytes of an entry's description that a polling thread still renders, compresses and highlights.
  private static let quickDescription = 16 << 10
  /// Favorites of a page that a polling thread still makes; more take it milliseconds.
  private static let quickLimit = 500

  /// The answer; left to a worker where it may wait, and to a computing thread where it may take longer than about
  /// a millisecond, or would be one of many that a polling thread makes.
  func answer(to request: Request) -> Answer {
    if route.needs.contains(.worker) || isUnread { return .later { response } }
    // A search of the world outside waits for it, and says so itself.
    let isSearch = route.needs.contains(.search) && edition.search == nil
    let isSlow =
      route.needs.contains(.computing) || favorites?.count ?? 0 > Self.quickLimit
      || isSearch && (request.isThreadBusy || !isQuick)
    if isSlow { return .computed { response } }
    return isSearch ? request.noteWork { route.handler(self) } : route.handler(self)
  }

  /// Whether a page of entries is made within about a millisecond.
  private var isQuick: Bool {
    if site.shelf != nil { return true }
    let chosen =
      route == .entry ? context.catalog.position(of: name).map { context.catalog.entries[$0] } : nil
    if let chosen, chosen.description.bytes.count > Self.quickDescription || !context.knowsMentions {
      return false
    }
    if route == .listJSON { return context.isShort && query["size"] == nil }
    return query.isEmpty || context.isShort
      || context.isQuick(context.query(of: context.settled(state, at: chosen)))
  }
}
