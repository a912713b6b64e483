import Catalogs
import HTTPServer

/// Answers scripts that ask for entries.
enum EntriesHandler {
  /// The largest page that a query may ask for; the default is ``Paging/pageSize``.
  private static let pageLimit = 500

  static func list(_ visit: Visit) -> Reply {
    let state = visit.state.with(\.isFavoritesOnly, false)
    do throws(BadQuery) {
      let size = try size(visit.query)
      let json = EntriesJSON(catalog: visit.context.catalog, addresses: visit.addresses)
      let body = json.list(visit.context.query(of: state), state, size: size)
      return .page(.json, body, effort: .quick)
    } catch {
      return .problem(400, "Bad Request", error.sentence)
    }
  }

  static func entry(_ visit: Visit) -> Reply {
    let json = EntriesJSON(catalog: visit.context.catalog, addresses: visit.addresses)
    guard let body = json.entry(visit.name) else {
      return .problem(404, "Not Found", "There is no such entry.")
    }
    return .page(.json, body, effort: .quick)
  }

  private struct BadQuery: Error {
    let sentence: String
  }

  private static func size(_ query: QueryReader) throws(BadQuery) -> Int {
    for key in ["page", "size"] {
      guard let text = query[key] else { continue }
      guard let number = Int(text), number >= 1 else {
        throw BadQuery(sentence: "\(key) must be a whole number from 1")
      }
      if key == "size", number > pageLimit { throw BadQuery(sentence: "size must be at most \(pageLimit)") }
    }
    return query["size"].flatMap { Int($0) } ?? Paging.pageSize
  }
}
