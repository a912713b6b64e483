import Catalogs
import JSON

/// The list and its entries for scripts.
struct EntriesJSON: Sendable {
  let catalog: Catalog
  let addresses: Addresses

  /// A page of the results: how many there are, where the next page is, what a slip was taken for,
  /// and the entries.
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
      if let meant = found.correctedTo { writer.member("meant", meant) }
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

  /// One entry; nil if there is none with this id.
  func entry(_ id: String) -> [UInt8]? {
    guard let position = catalog.position(of: id) else { return nil }
    return JSONWriter.object { write(position, to: &$0) }
  }

  /// A fault as RFC 9457 has it.
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
