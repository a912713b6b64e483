import Catalogs
import HTTPServer
import JSON
import System

/// Entries as JSON.
enum EntriesHandler {
  private static let pageLimit = 500

  /// A page of the results with their number, the address of the next page, and the correction of a slip.
  static func list(_ visit: Visit) -> Reply {
    if let problem = problem(visit, sizeLimit: pageLimit) { return problem }
    let size = visit.query["size"]?.number(in: 1...pageLimit) ?? Paging.pageSize
    let (context, state) = (visit.context, visit.state.ofEveryone)
    let (catalog, addresses, query) = (context.catalog, context.addresses, context.query(of: state))
    let found = catalog.findings(for: query)
    let total = found.results.total
    let start = min((state.page - 1) * size, total)
    let positions = found.results.page(from: start, limit: size)
    let isLast = start + positions.count >= total
    let next = isLast ? nil : addresses.listJSON(state.with(\.page, state.page + 1), size: size)
    var list: [(key: String, value: JSONOutline)] = [
      ("total", .number(total)), ("page", .number(state.page)), ("next", .text(next)),
    ]
    if let correctedTo = found.correctedTo { list.append(("meant", .text(correctedTo))) }
    list.append(("entries", .list(positions.map { object(at: $0, in: context) })))
    let limit = FacetMenu.limit(
      addresses.listJSON(state, size: size), facets: catalog.facetFields.count)
    let facets = catalog.facets(
      for: query, passing: found.correctedTo == nil ? found.results : nil, limit: limit
    ).map { facet -> JSONOutline in
      let values = facet.choices.map { choice -> JSONOutline in
        let chosen = state.with(facet.field, [choice.name], of: catalog)
        return [
          "value": .text(choice.value.text), "count": .number(choice.count),
          "address": .text(addresses.listJSON(chosen, size: size)),
        ]
      }
      return ["name": .text(facet.field.name), "label": .text(facet.field.label), "values": .list(values)]
    }
    if !facets.isEmpty { list.append(("facets", .list(facets))) }
    return .page(.json, JSONOutline.members(list).bytes, effort: .quick)
  }

  /// The refusal of a query that would be answered otherwise than it was meant.
  static func problem(_ visit: Visit, sizeLimit: Int) -> Reply? {
    for key in ["page", "size"] {
      guard let text = visit.query[key] else { continue }
      guard let number = text.number(in: 1...ListState.pageLimit) else {
        return .problem(400, "Bad Request", "\(key) must be a whole number from 1")
      }
      if key == "size", number > sizeLimit {
        return .problem(400, "Bad Request", "size must be at most \(sizeLimit)")
      }
    }
    guard visit.state.hasTooManyValues else { return nil }
    return .problem(400, "Bad Request", "at most \(FactFilter.countLimit) values of a filter count")
  }

  static func entry(_ visit: Visit) -> Reply {
    let context = visit.context
    guard let position = context.catalog.position(inAnyList: visit.name) else {
      return .problem(404, "Not Found", "There is no such entry.")
    }
    return .page(.json, object(at: position, in: context).bytes, effort: .quick)
  }

  private static func object(at position: Int, in context: PageContext) -> JSONOutline {
    let catalog = context.catalog
    let entry = catalog.entries[position]
    var object: [(key: String, value: JSONOutline)] = [
      ("id", .text(entry.id)), ("title", .text(entry.title)),
      ("subtitle", .text(entry.neutralSubtitle)), ("description", .text(entry.text)),
      ("picture", .text(entry.picture.map { _ in context.addresses.picture(of: entry) })),
      ("link", .text(entry.link)), ("section", .text(entry.sections.first.map { catalog.sections[$0].id })),
    ]
    let isCovering = context.shown.isCovered
    let whole = isCovering ? context.whole.entries[position] : entry
    let relations = context.relationsJSON(at: position)
    if whole.text != entry.text || isCovering && relations != nil
      || !context.shown.coveredFacts(at: position).isEmpty
    {
      object.append(("covered", .value(.bool(true))))
    }
    let facts = catalog.facts(at: position).map { fact in
      let texts = fact.values.map(\.text)
      return (key: fact.field.label, value: texts.count == 1 ? JSONOutline.text(texts[0]) : .texts(texts))
    }
    if !facts.isEmpty { object.append(("facts", .members(facts))) }
    if let relations, !isCovering { object.append(("relations", relations)) }
    if !entry.morePictures.isEmpty {
      let pictures = entry.pictures.indices.map { context.addresses.picture(of: entry, $0 + 1) }
      object.append(("pictures", .texts(pictures)))
    }
    let coordinate = entry.coordinate.map {
      ["lat": .number($0.latitude), "lon": .number($0.longitude)] as JSONOutline
    }
    object.append(("coordinate", coordinate ?? .value(.null)))
    return .members(object)
  }
}
