import Favorites
import HTTPServer
import Text

/// The body of a POST, and the page that sent it.
struct SentForm: Sendable {
  let isOurs: Bool
  /// Whether our script sent it, which asks for JSON.
  let isForScript: Bool
  let referer: String?
  /// Scheme and host of the page that sent a refused form, as far as the browser tells.
  let page: String?
  private let type: String
  private let bytes: [UInt8]

  /// Characters of a host in a sentence.
  private static let hostLimit = 100

  init(_ request: Request) {
    isOurs = SameOrigin.allows(request)
    isForScript = request.header("Accept")?.hasPrefix("application/json") ?? false
    referer = request.header("Referer")
    let sender = (request.header("Origin") ?? referer)?.split(separator: "/", maxSplits: 3)
    page = sender.flatMap { $0.count > 1 ? "\($0[0])//\($0[1].prefix(Self.hostLimit))" : nil }
    type = request.header("Content-Type") ?? "application/x-www-form-urlencoded"
    bytes = request.body
  }

  /// Nil for a body of another type.
  var fields: QueryReader? {
    let name = type.prefix(while: { $0 != ";" }).filter { $0 != " " }.lowercased()
    return name == "application/x-www-form-urlencoded" ? QueryReader(bytes[...]) : nil
  }
}

extension SentForm {
  /// The page that a form was sent from, if it is ours, else the list; rebuilt, so that it cannot leave the
  /// site.
  func page(in visit: Visit) -> String {
    let (addresses, catalog) = (visit.addresses, visit.context.whole)
    let parts = referer?.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard let parts, parts.count == 4 else { return addresses.list() }
    let target = "/\(parts[3])"
    var match = RouteMatch(Array(target.utf8), .get, below: addresses.baseBytes)
    // A refusal stands under the address that the refused form was sent to.
    if match.route == .otherMethod {
      match = RouteMatch(Array(target.utf8), .post, below: addresses.baseBytes)
    }
    let (query, name) = (QueryReader(match.query), String(decoding: match.name, as: UTF8.self))
    let state = ListState(query, textLimit: visit.textLimit, of: catalog)
    let ids = query["ids", HandOver.textLimit] ?? ""
    let areIDs = ids.utf8.allSatisfy(PercentCoding.isUnreserved)
    switch match.route {
    case .list, .results: return addresses.list(state)
    case .entry where Favorite.isID(name): return addresses.entry(name, state)
    case .star where Favorite.isID(name): return addresses.page(StarPage(query), state)
    case .favorites: return addresses[.favorites]
    case .handOver where areIDs, .merge where areIDs: return addresses.handOver(ids)
    case .connect: return addresses[match.route]
    case .beginning, .restart: return addresses[.beginning] + addresses.query()
    case .home, .random, .handOver, .merge, .language, .appearance, .health, .alive, .metrics:
      return addresses.list()
    // Here a page with the form says only that nothing is there.
    case .entry, .star, .entryJSON, .listJSON, .table, .newEntries, .suggestions, .favoritesJSON,
      .picture, .map, .mapOfAll, .robots, .favicon, .asset, .openSearch, .manifest, .serviceWorker,
      .labels, .unknown, .otherMethod:
      return Self.path(of: target, below: addresses.base).map { $0 + addresses.query() } ?? addresses.list()
    }
  }

  /// The path of a target, if it lies below our base path and is as short as our addresses.
  private static func path(of target: String, below base: String) -> String? {
    let path = target.prefix { $0 != "?" && $0 != "#" }
    let isPlain = path.utf8.allSatisfy { PercentCoding.isUnreserved($0) || $0 == 0x2F || $0 == 0x25 }
    guard isPlain, path.utf8.count <= QueryReader.valueLimit, path.hasPrefix("\(base)/"),
      let decoded = PercentCoding.bytes(Array(path.utf8)[...])
    else { return nil }
    let names = decoded.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false)
    let isOurs = names.allSatisfy { !$0.isEmpty && !$0.elementsEqual("..".utf8) && !$0.contains(0x5C) }
    return isOurs ? String(path) : nil
  }
}
