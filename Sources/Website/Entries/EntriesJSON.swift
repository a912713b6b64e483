import CatalogCore
import JSON

/// The list and its entries for scripts.
struct EntriesJSON: Sendable {
  let catalog: Catalog
  let addresses: Addresses

  /// A page of the results: how many there are, where the next page is, and the entries.
  func list(_ query: Query, _ state: ListState, size: Int) -> [UInt8] {
    let results = catalog.results(for: query)
    let (offset, overflow) = (state.page - 1).multipliedReportingOverflow(by: size)
    let start = overflow ? results.total : min(offset, results.total)
    let positions = results.page(from: start, limit: size)
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("total")
      writer.integer(results.total)
      writer.key("page")
      writer.integer(state.page)
      writer.key("next")
      if start + positions.count < results.total {
        writer.string(addresses.listJSON(state.with(\.page, state.page + 1), size: size))
      } else {
        writer.null()
      }
      writer.key("entries")
      writer.array { writer in
        for position in positions { write(catalog.entries[position], to: &writer) }
      }
    }
    return writer.bytes
  }

  /// One entry; nil where there is none with this id.
  func entry(_ id: String) -> [UInt8]? {
    guard let position = catalog.position(of: id) else { return nil }
    var writer = JSONWriter()
    write(catalog.entries[position], to: &writer)
    return writer.bytes
  }

  /// A fault as RFC 9457 has it.
  static func problem(_ status: Int, _ title: String, detail: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("type")
      writer.string("about:blank")
      writer.key("title")
      writer.string(title)
      writer.key("status")
      writer.integer(status)
      writer.key("detail")
      writer.string(detail)
    }
    return writer.bytes
  }

  private func write(_ entry: Entry, to writer: inout JSONWriter) {
    writer.object { writer in
      member("id", entry.id, &writer)
      member("title", entry.title, &writer)
      member("subtitle", entry.subtitle, &writer)
      member("description", entry.text, &writer)
      member("picture", entry.picture == nil ? nil : addresses[.picture, entry.id], &writer)
      member("link", entry.link, &writer)
      member("section", entry.sections.first.map { catalog.sections[$0].id }, &writer)
      writer.key("coordinate")
      if let coordinate = entry.coordinate {
        writer.object { writer in
          writer.key("lat")
          writer.number(coordinate.latitude)
          writer.key("lon")
          writer.number(coordinate.longitude)
        }
      } else {
        writer.null()
      }
    }
  }

  private func member(_ name: String, _ value: String?, _ writer: inout JSONWriter) {
    writer.key(name)
    if let value { writer.string(value) } else { writer.null() }
  }
}
