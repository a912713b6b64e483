import Favorites

extension SentForm {
  /// The page that a form was sent from, as far as it is one of ours; else the list.
  ///
  /// Written anew from what it stands for, so that nobody is led elsewhere.
  func page(in context: PageContext) -> String {
    let addresses = context.addresses
    let parts = referer?.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard let parts, parts.count == 4 else { return addresses.list() }
    let match = RouteMatch(Array("/\(parts[3])".utf8), .get, below: addresses.baseBytes)
    let (query, name) = (QueryReader(match.query), String(decoding: match.name, as: UTF8.self))
    let ids = query["ids", HandOver.textLimit] ?? ""
    return switch match.route {
    case .list: addresses.list(ListState(query, of: context.catalog))
    case .entry where Favorite.isID(name): addresses.entry(name, ListState(query, of: context.catalog))
    case .favorites, .connect: addresses[match.route]
    case .handOver where ids.utf8.allSatisfy(PercentCoding.isUnreserved): addresses.handOver(ids)
    default: addresses.list()
    }
  }
}
