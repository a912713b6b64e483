import HTTPServer
import JSON

/// Answering: looks into the page cache, chooses the thread, and adds headers and conditions.
extension Call {
  /// The answer from the cache, else from the handler of the route's row.
  func answer(to request: Request) -> Answer {
    if !isUnread, let cached { return .now(cached) }
    return Visit(self).answer(to: request)
  }

  fileprivate var cached: Response? {
    guard needs.contains(.kept), !isWithoutFavorites, !isLoading, let page = edition.cached(key) else {
      return nil
    }
    return conditions.answer(page)
  }

  /// Whether it shows entries, and there is no list.
  fileprivate var isLoading: Bool { edition.provenance == .missing && needs.showsEntries }
}

extension Visit {
  // MARK: The thread

  /// Bytes of an entry's description that a polling thread still renders, compresses and highlights.
  private static let quickDescription = 16 << 10
  /// Favorites of a page that a polling thread still makes; more take it milliseconds.
  private static let quickLimit = 500

  /// The answer that the cache lacks: from a worker if it may wait, or a computing thread if it may take over a
  /// millisecond.
  func answer(to request: Request) -> Answer {
    if let refusal = refusalWhileLoading { return .now(refusal) }
    if call.isUnread || call.needs.contains(.worker) { return .later { answer } }
    if isSlow || isSearch && request.isThreadBusy { return .computed { answerOfThread } }
    return isSearch ? request.noteWork { made } : made
  }

  /// The answer on a worker: what may wait is done there, what takes over a millisecond is left to a computing thread.
  var answer: Answer {
    if let refusal = refusalWhileLoading { return .now(refusal) }
    let visit = withFavorites
    if call.needs.contains(.inside) { _ = reachableOrigins }
    return visit.isSlow ? .computed { visit.answerOfThread } : visit.answerOfThread
  }

  /// The answer on the right thread. Another one may have made the page meanwhile.
  private var answerOfThread: Answer { call.cached.map { .now($0) } ?? made }

  /// Whether it shows entries of ours: a search of the world outside waits for it, and says so itself.
  private var isSearch: Bool { call.needs.contains(.search) && call.edition.search == nil }

  private var isSlow: Bool {
    call.needs.contains(.computing) || call.stored?.count ?? 0 > Self.quickLimit || isSearch && !isQuick
  }

  /// Whether a page of entries is made within about a millisecond.
  private var isQuick: Bool {
    // Searches in several shows take long.
    if call.site.shelf != nil { return state.text.isEmpty }
    let (context, query) = (call.edition.context, self.query)
    let chosen =
      call.route == .entry || call.route == .entryJSON
      ? context.catalog.position(of: call.name).map { context.whole.entries[$0] } : nil
    // A map is drawn into the page.
    if let chosen,
      chosen.text.utf8.count > Self.quickDescription || !context.shown.knowsMentions
        || chosen.coordinate != nil && call.route == .entry
    {
      return false
    }
    if call.route == .listJSON {
      return context.shown.isShort && context.shown.knowsMentions && query["size"] == nil
    }
    return query.isEmpty || context.shown.isShort
      || context.shown.isQuick(context.query(of: context.resolvedState(state, at: chosen)))
  }

  // MARK: The page cache

  private var made: Answer {
    // A page is of the pictures that were here before it was made.
    let pictures = call.edition.pictures?.version ?? 0
    return answer(to: call.route.handler(self), pictures)
  }

  private func answer(to reply: Reply, _ pictures: Int) -> Answer {
    // It may have been made of a catalog that was damaged meanwhile.
    if let refusal = refusalWhileLoading { return .now(refusal) }
    switch reply {
    case .later(let make): return .later { answer(to: make(), pictures) }
    case .page(let page):
      let ready = ready(page)
      if call.needs.contains(.kept), page.isCacheable, !call.isWithoutFavorites {
        call.edition.cache(ready, for: call.key, pictures: page.awaitsPictures ? pictures : nil)
      }
      return .now(call.conditions.answer(ready))
    case .ready(let page): return .now(call.conditions.answer(page))
    case .refusal(let status, let sentence): return .now(refusal(status, sentence: sentence))
    case .once(let status, let type, let body): return .now(once(status, type, body))
    case .response(let response): return .now(response)
    case .streamed(let type, let next):
      let own = [("Content-Type", type.rawValue), ("Cache-Control", "no-store")] + type.headers
      return .now(Response(status: 200, headers: own + headers(of: type), pieces: next))
    }
  }

  // MARK: Headers

  /// A page with the headers of its route and its visitor.
  private func ready(_ page: Reply.Page) -> ReadyPage {
    let isOwn = call.favorites?.isEmpty == false || isOfVisitor
    // A kiosk's browser keeps nothing of a visitor.
    let isUnkept = call.isWithoutFavorites || (isOwn && call.isKiosk)
    return ReadyPage(
      type: page.type, body: page.body, isGzipped: call.sender.isGzipped,
      effort: isOwn ? .quick : page.effort,
      caching: isUnkept ? "no-store" : isOwn ? "private, no-cache" : page.caching,
      vary: call.needs.contains(.language) ? "Accept-Encoding, Accept-Language, Cookie" : "Accept-Encoding",
      headers: (page.headers.isEmpty ? headers(of: page.type) : page.headers) + choiceHeaders)
  }

  private func headers(of type: MediaType) -> [(String, String)] {
    (type == .html ? call.edition.context.assets.pageHeaders(in: call.site.addresses) : [])
      + (call.edition.context.show.serving.isOpenToRobots ? [("X-Robots-Tag", "all")] : [])
  }

  /// Whether it shows favorites even if there are none.
  private var isOfVisitor: Bool {
    !call.isKiosk && call.form == nil && call.needs.contains(.store) && call.visitor != nil
  }

  private func once(
    _ status: Int, _ type: MediaType, _ body: [UInt8], _ more: [(String, String)] = []
  ) -> Response {
    .once(
      status, type, body, isGzipped: type == .html && call.sender.isGzipped,
      headers: headers(of: type) + headers(for: status) + more)
  }

  /// Seconds after which a client may ask again for what is out of reach.
  private static let retryAfter = 5

  private func headers(for status: Int) -> [(String, String)] {
    switch status {
    case 405: [("Allow", call.form == nil ? "POST" : "GET, HEAD")]
    case 503: [("Retry-After", "\(Self.retryAfter)")]
    default: []
    }
  }

  // MARK: Refusals

  /// Seconds after which a browser reloads the page of a list that is being read.
  private static let reloadPause = 2

  /// The answer instead of entries and favorites while there is no list; nil for everything else.
  private var refusalWhileLoading: Response? {
    guard call.isLoading else { return nil }
    var (line, progress): (String?, String?)
    switch call.site.phase.value {
    case .loading(let words, let note): (line, progress) = (words, note.map(call.language.progress))
    // The list has been read, and its edition is being made.
    case .served, .degraded: line = "reading the list"
    case .waiting: break
    }
    let isFailed = line == nil
    if [.entryJSON, .listJSON, .table, .newEntries, .suggestions].contains(call.route)
      || call.form?.isForScript == true
    {
      let detail = line.map { "The list is not ready: \($0)." } ?? "The list cannot be read."
      return once(503, .problem, JSONOutline.problem(503, "Service Unavailable", detail).bytes)
    }
    let page = ErrorPage(
      context, 503, heading: call.language.text(isFailed ? .notServed : .loading),
      sentence: call.language.text(isFailed ? .notServedReason : .loadingReason), progress: progress,
      link: isFailed ? .again : .none)
    let reload = isFailed ? [] : [("Refresh", "\(Self.reloadPause)")]
    return once(503, .html, page.bytes, reload)
  }

  private func refusal(_ status: Int, sentence: String? = nil) -> Response {
    if call.match.isForOperators { return OperatorReportsHandler.refusal(status) }
    if let form = call.form, form.isForScript, call.needs.contains(.store) {
      let words = call.language.error(status)
      let problem = JSONOutline.problem(status, words.heading, sentence ?? words.sentence)
      return once(status, .problem, problem.bytes)
    }
    // Programs ask for many files that are not here; the page is fifty times longer.
    if status == 404, !call.sender.takesPages { return once(404, .text, Array("404 Not Found\n".utf8)) }
    let page = ErrorPage(
      context, status, sentence: sentence, near: status == 404 ? near : [])
    return once(status, .html, page.bytes)
  }

  private static let nearLimit = 3

  /// Entries whose titles are like the name in the path, as far as they are found within about a millisecond.
  private var near: [Row] {
    guard call.match.route == .entry, call.edition.search == nil else { return [] }
    let text = call.name.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    let query = context.query(of: ListState().with(\.text, String(text.prefix(QueryReader.valueLimit))))
    guard !query.search.isEmpty, context.shown.isQuick(query) else { return [] }
    return context.findings(for: query).results.page(from: 0, limit: Self.nearLimit).map(context.row(at:))
  }

  /// Refuses a request that names another machine, and tells visitors from inside where this one is.
  func refusalOfHost(isFromInside: Bool) -> Response {
    guard isFromInside, !call.match.isForOperators, let elsewhere = call.site.invitation
    else { return refusal(421) }
    return once(421, .html, ErrorPage(context, 421, elsewhere: elsewhere).bytes)
  }
}
