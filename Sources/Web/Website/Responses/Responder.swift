import HTTPServer

/// Answers a visit: looks into the page cache, chooses the thread, and adds headers and conditions.
struct Responder: Sendable {
  let visit: Visit

  init(_ visit: consuming Visit) {
    self.visit = visit
  }

  private var needs: RouteNeeds { visit.route.needs }

  // MARK: The thread

  /// Bytes of an entry's description that a polling thread still renders, compresses and highlights.
  private static let quickDescription = 16 << 10
  /// Favorites of a page that a polling thread still makes; more take it milliseconds.
  private static let quickLimit = 500

  /// The answer; left to a worker where it may wait, and to a computing thread where it may take longer than
  /// about a millisecond, or would be one of many that a polling thread makes.
  func answer(to request: Request) -> Answer {
    if visit.isUnread { return .later { response } }
    if let cached { return .now(cached) }
    if needs.contains(.worker) { return .later { response } }
    // A search of the world outside waits for it, and says so itself.
    let isSearch = needs.contains(.search) && visit.edition.search == nil
    let isSlow =
      needs.contains(.computing) || visit.favorites?.count ?? 0 > Self.quickLimit
      || isSearch && (request.isThreadBusy || !isQuick)
    if isSlow { return .computed { response } }
    return isSearch ? request.noteWork { made } : made
  }

  /// The answer for a thread that may wait.
  var response: Response {
    let responder = Responder(visit.withFavorites)
    // Another thread may have made the page meanwhile.
    return responder.cached ?? responder.made.response
  }

  /// Whether a page of entries is made within about a millisecond.
  private var isQuick: Bool {
    if visit.site.shelf != nil { return true }
    let (context, query) = (visit.edition.context, visit.query)
    let chosen = visit.route == .entry ? context.entry(visit.name) : nil
    if let chosen, chosen.description.bytes.count > Self.quickDescription || !context.knowsMentions {
      return false
    }
    if visit.route == .listJSON { return context.isShort && query["size"] == nil }
    return query.isEmpty || context.isShort
      || context.isQuick(context.query(of: context.resolvedState(visit.state, at: chosen)))
  }

  // MARK: The page cache

  /// The answer that needs no handler.
  private var cached: Response? {
    guard needs.contains(.kept), !visit.isWithoutFavorites, let page = visit.edition.cached(visit.key)
    else { return nil }
    return visit.conditions.answer(page)
  }

  /// The handler's answer.
  private var made: Answer {
    // A page is of the pictures that were here before it was made.
    let pictures = visit.edition.pictures?.version ?? 0
    let reply = visit.route.handler(visit)
    return switch reply {
    case .later(let make): .later { response(to: make(), pictures) }
    case .computed(let make): .computed { response(to: make(), pictures) }
    default: .now(response(to: reply, pictures))
    }
  }

  private func response(to reply: Reply, _ pictures: Int) -> Response {
    switch reply {
    case .page(let page):
      let ready = ready(page)
      if needs.contains(.kept), page.isCacheable, !visit.isWithoutFavorites {
        visit.edition.cache(ready, for: visit.key, pictures: page.awaitsPictures ? pictures : nil)
      }
      return visit.conditions.answer(ready)
    case .ready(let page): return visit.conditions.answer(page)
    case .refusal(let status, let sentence): return refusal(status, sentence: sentence)
    case .once(let status, let type, let body): return once(status, type, body)
    case .response(let response): return response
    case .later(let make), .computed(let make): return response(to: make(), pictures)
    }
  }

  // MARK: Headers

  /// A page as its route wants it: chosen by the language where it has words, and the visitor's own where it
  /// shows favorites.
  private func ready(_ page: Reply.Page) -> ReadyPage {
    let mark = markHeaders
    let isOwn = visit.favorites?.isEmpty == false || !mark.isEmpty
    // A kiosk's browser keeps nothing of a visitor.
    let isUnkept = visit.isWithoutFavorites || (isOwn && visit.isKiosk)
    return ReadyPage(
      type: page.type, body: page.body, isGzipped: visit.isGzipped, effort: isOwn ? .quick : page.effort,
      caching: isUnkept ? "no-store" : isOwn ? "private, no-cache" : page.caching,
      vary: needs.contains(.language) ? "Accept-Encoding, Accept-Language, Cookie" : "Accept-Encoding",
      headers: (page.headers.isEmpty ? headers(of: page.type) : page.headers) + mark)
  }

  private func headers(of type: MediaType) -> [(String, String)] {
    type == .html ? visit.edition.context.assets.pageHeaders : []
  }

  /// The visitor's mark, for pages that a browser may keep as long as it has the visitor's cookie.
  private var markHeaders: [(String, String)] {
    guard !visit.isKiosk, visit.form == nil, needs.contains(.store), let visitor = visit.visitor,
      let visitors = visit.site.visitors
    else { return [] }
    let cookie = visitors.cookie(ofKiosk: false).mark(visitor, isSecure: visit.isSecure || visit.sent.isBound)
    return [("Visitor-Mark", VisitorCookie.mark(of: visitor)), ("Set-Cookie", cookie)]
  }

  private func once(_ status: Int, _ type: MediaType, _ body: [UInt8]) -> Response {
    .once(
      status, type, body, isGzipped: type == .html && visit.isGzipped,
      headers: headers(of: type) + headers(for: status))
  }

  /// Seconds after which a client may ask again for what is out of reach.
  private static let retryAfter = 5

  private func headers(for status: Int) -> [(String, String)] {
    switch status {
    case 405: [("Allow", visit.match.allowed.header)]
    case 503: [("Retry-After", "\(Self.retryAfter)")]
    default: []
    }
  }

  // MARK: Refusals

  private func refusal(_ status: Int, sentence: String? = nil) -> Response {
    let match = visit.match
    if match.isForOperators { return OperatorReportsHandler.refusal(status, allowed: match.allowed.header) }
    if let form = visit.form, form.isForScript, needs.contains(.store) {
      let words = visit.language.error(status)
      return once(
        status, .problem,
        EntriesJSON.problem(status, words.heading, detail: sentence ?? words.sentence))
    }
    let page = ErrorPage(
      visit.context, status, sentence: sentence, wayOut: status == 409 ? visit.wayOut : nil)
    return once(status, .html, page.bytes)
  }

  /// Refuses a request that names another machine, and says to visitors from inside where this one is.
  ///
  /// A page that reached it by a name of its own learns no more than the number that it gave that name.
  func refusalOfHost(isFromInside: Bool) -> Response {
    guard isFromInside, !visit.match.isForOperators, let elsewhere = visit.site.invitation
    else { return refusal(421) }
    return once(421, .html, ErrorPage(visit.context, 421, elsewhere: elsewhere).bytes)
  }
}
