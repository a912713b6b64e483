import Favorites
import HTTPServer

/// Takes the language that a visitor chooses, and leads back to the page where it was chosen.
enum LanguageHandler {
  static func choose(_ visit: Visit) -> Answer {
    guard let form = visit.form, form.isOurs else { return visit.refuse(403) }
    guard case .fields(let fields) = form.content,
      let language = visit.context.assets.languages.all.first(where: { $0.tag == fields["to"] })
    else { return visit.refuse(400) }
    let cookie = LanguageCookie.header(language, base: visit.addresses.base, isSecure: visit.isSecure)
    return visit.lead(to: page(before: form.referer, visit.addresses), headers: [("Set-Cookie", cookie)])
  }

  /// The page that a form was sent from, as far as it is one of ours; else the list.
  ///
  /// Written anew from what it stands for, so that nobody is led elsewhere.
  private static func page(before referer: String?, _ addresses: Addresses) -> String {
    let parts = referer?.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard let parts, parts.count == 4 else { return addresses.list() }
    let match = RouteMatch(Array("/\(parts[3])".utf8), .get, below: addresses.baseBytes)
    let (query, name) = (QueryReader(match.query), String(decoding: match.name, as: UTF8.self))
    let ids = query["ids", HandOver.textLimit] ?? ""
    return switch match.route {
    case .list: addresses.list(ListState(query))
    case .entry where Favorite.isID(name): addresses.entry(name, ListState(query))
    case .favorites, .connect: addresses[match.route]
    case .handOver where ids.utf8.allSatisfy(PercentCoding.isUnreserved): addresses.handOver(ids)
    default: addresses.list()
    }
  }
}
