import Catalogs
import HTTPServer

/// Entries as JSON.
enum EntriesHandler {
  private static let pageLimit = 500

  /// A page of the results with their number, the address of the next page, and the correction of a slip.
  static func list(_ visit: Visit) -> Reply {
    for key in ["page", "size"] {
      guard let text = visit.query[key] else { continue }
      guard let number = Int(text), number >= 1 else {
        return .problem(400, "Bad Request", "\(key) must be a whole number from 1")
      }
      if key == "size", number > pageLimit {
        return .problem(400, "Bad Request", "size must be at most \(pageLimit)")
      }
    }
    let size = visit.query["size"].flatMap { Int($0) } ?? Paging.pageSize
    let (context, state) = (visit.context, visit.state.ofEveryone)
    let (catalog, addresses, query) = (context.catalog, context.addresses, context.query(of: state))
    let found = catalog.findings(for: query)
    let total = found.results.total
    let (offset, overflow) = (state.page - 1).multipliedReportingOverflow(by: size)
    let start = overflow ? total : min(offset, total)
    let positions = found.results.page(from: start, limit: size)
    let isLast = start + positions.count >= total
    let next = isLast ? nil : addresses.listJSON(state.with(\.page, state.page + 1), size: size)
    var list: JSONObject = ["total": total, "page": state.page, "next": next]
    if let correctedTo = found.correctedTo { list.append("meant", correctedTo) }
    list.append("entries", positions.map { object(at: $0, in: context) })
    let limit = FacetMenu.limit(addresses.listJSON(state, size: size), facets: catalog.facetFields.count)
    let facets = catalog.facets(for: query, limit: limit).map { facet -> JSONObject in
      let values = facet.choices.map { choice -> JSONObject in
        let chosen = state.with(facet.field, choice.name, of: catalog)
        return [
          "value": choice.value.text, "count": choice.count,
          "address": addresses.listJSON(chosen, size: size),
        ]
      }
      return ["name": facet.field.name, "label": facet.field.label, "values": values]
    }
    if !facets.isEmpty { list.append("facets", facets) }
    return .page(.json, list.bytes, effort: .quick)
  }

  static func entry(_ visit: Visit) -> Reply {
    let context = visit.context
    guard let position = context.catalog.position(of: visit.name) else {
      return .problem(404, "Not Found", "There is no such entry.")
    }
    return .page(.json, object(at: position, in: context).bytes, effort: .quick)
  }

  private static func object(at position: Int, in context: PageContext) -> JSONObject {
    let catalog = context.catalog
    let entry = catalog.entries[position]
    var object: JSONObject = [
      "id": entry.id, "title": entry.title, "subtitle": entry.neutralSubtitle, "description": entry.text,
      "picture": entry.picture.map { _ in context.addresses[.picture, entry.id] }, "link": entry.link,
      "section": entry.sections.first.map { catalog.sections[$0].id },
    ]
    var facts: JSONObject = [:]
    for fact in catalog.facts(at: position) {
      let texts = fact.values.map(\.text)
      facts.append(fact.field.label, texts.count == 1 ? texts[0] as any JSONWritable : texts)
    }
    if !facts.isEmpty { object.append("facts", facts) }
    if !entry.morePictures.isEmpty {
      object.append("pictures", entry.pictures.indices.map { context.addresses.picture(of: entry, $0 + 1) })
    }
    let coordinate = entry.coordinate.map { ["lat": $0.latitude, "lon": $0.longitude] as JSONObject }
    object.append("coordinate", coordinate)
    return object
  }
}
