import Catalogs
import HTTPServer
import JSON

/// Entries as JSON.
enum EntriesHandler {
  /// Most entries of a page.
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

/// The JSON of the list and its entries.
struct EntriesJSON: Sendable {
  let catalog: Catalog
  let addresses: Addresses

  /// A page of the results with their number, the address of the next page, and the correction of a slip.
  func list(_ query: Query, _ state: ListState, size: Int) -> [UInt8] {
    let found = catalog.findings(for: query)
    let results = found.results
    let (offset, overflow) = (state.page - 1).multipliedReportingOverflow(by: size)
    let start = overflow ? results.total : min(offset, results.total)
    let positions = results.page(from: start, limit: size)
    return JSONWriter.object { writer in
      writer.member("total", results.total)
      writer.member("page", state.page)
      let isLast = start + positions.count >= results.total
      writer.member("next", isLast ? nil : addresses.listJSON(state.with(\.page, state.page + 1), size: size))
      if let correctedTo = found.correctedTo { writer.member("meant", correctedTo) }
      writer.array("entries") { writer in
        for position in positions { writer.object { write(position, to: &$0) } }
      }
      let limit = FacetMenu.limit(addresses.listJSON(state, size: size), facets: catalog.facetFields.count)
      let facets = catalog.facets(for: query, limit: limit)
      guard !facets.isEmpty else { return }
      writer.array("facets") { writer in
        for facet in facets { writer.object { write(facet, state, size: size, to: &$0) } }
      }
    }
  }

  /// An entry; nil for an unknown id.
  func entry(_ id: String) -> [UInt8]? {
    guard let position = catalog.position(of: id) else { return nil }
    return JSONWriter.object { write(position, to: &$0) }
  }

  /// An error in the format of RFC 9457.
  static func problem(_ status: Int, _ title: String, detail: String) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("type", "about:blank")
      writer.member("title", title)
      writer.member("status", status)
      writer.member("detail", detail)
    }
  }

  private func write(_ facet: Facet, _ state: ListState, size: Int, to writer: inout JSONWriter) {
    writer.member("name", facet.field.name)
    writer.member("label", facet.field.label)
    writer.array("values") { writer in
      for choice in facet.choices {
        writer.object { writer in
          writer.member("value", choice.value.text)
          writer.member("count", choice.count)
          let chosen = state.with(facet.field, choice.name, of: catalog)
          writer.member("address", addresses.listJSON(chosen, size: size))
        }
      }
    }
  }

  private func write(_ position: Int, to writer: inout JSONWriter) {
    let entry = catalog.entries[position]
    writer.member("id", entry.id)
    writer.member("title", entry.title)
    writer.member("subtitle", entry.neutralSubtitle)
    writer.member("description", entry.text)
    writer.member("picture", entry.picture == nil ? nil : addresses[.picture, entry.id])
    writer.member("link", entry.link)
    writer.member("section", entry.sections.first.map { catalog.sections[$0].id })
    let facts = catalog.facts(at: position)
    if !facts.isEmpty {
      writer.object("facts") { writer in
        for fact in facts {
          if fact.values.count == 1 {
            writer.member(fact.field.label, fact.values[0].text)
          } else {
            writer.array(fact.field.label) { writer in
              for value in fact.values { writer.value(.string(value.text)) }
            }
          }
        }
      }
    }
    guard let coordinate = entry.coordinate else { return writer.member("coordinate", nil) }
    writer.object("coordinate") { writer in
      writer.member("lat", coordinate.latitude)
      writer.member("lon", coordinate.longitude)
    }
  }
}
