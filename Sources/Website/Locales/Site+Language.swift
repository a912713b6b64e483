import HTTPServer

extension Site {
  /// Takes the language that a visitor chooses, and leads back to the page where it was chosen.
  func choose(_ request: Request, _ edition: Edition, _ key: PageCache.Key) -> Response {
    let languages = edition.pages.assets.languages
    guard SameOrigin.allows(request) else { return edition.error(403, for: key) }
    guard case .fields(let fields) = FormBody(request),
      let language = languages.all.first(where: { $0.tag == fields["to"] })
    else { return edition.error(400, for: key) }
    return Response(
      status: 303,
      headers: [
        ("Location", placeBefore(request)), ("Cache-Control", "no-store"),
        ("Set-Cookie", LanguageCookie.header(language, base: addresses.base)),
      ])
  }

  /// The page that a form was sent from, as far as it is one of ours; else the list.
  ///
  /// Written anew from what it stands for, so that nobody is led elsewhere.
  private func placeBefore(_ request: Request) -> String {
    let parts = request.header("Referer")?.split(
      separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard let parts, parts.count == 4, let route = try? addresses.route(of: Array("/\(parts[3])".utf8)) else {
      return addresses.list()
    }
    return switch route {
    case .list(let state): addresses.list(state)
    case .entry(let id, let state): addresses.entry(PercentCoding.encode(id), state)
    case .favorites: addresses.favorites
    case .connect: addresses.connect
    case .handOver(let ids): addresses.handOver(PercentCoding.encode(ids))
    default: addresses.list()
    }
  }
}
