import CatalogCore
import HTML
import Templating

/// An entry as a row of the list or a tile of the grid; all of it escaped beforehand.
struct Row: Sendable {
  let anchor: SafeHTML
  /// Address of the detail, without the query that keeps the list.
  let address: SafeHTML
  let title: SafeHTML
  let subtitle: SafeHTML
  let picture: SafeHTML
  /// The letter that the title sorts under, on the first row with it.
  let letter: SafeHTML
  let isCurrent: Bool

  /// The row of an entry as it stands without a search.
  init(_ entry: Entry, in addresses: Addresses) {
    anchor = SafeHTML(escaping: Addresses.anchor(entry.id))
    address = SafeHTML(escaping: addresses.entryPath(entry.id))
    title = SafeHTML(escaping: entry.title)
    subtitle = entry.subtitle.map { SafeHTML(escaping: $0) } ?? .empty
    picture = SafeHTML(escaping: addresses.picture(entry.id))
    letter = SafeHTML(escaping: Initial.letter(of: entry.title))
    isCurrent = false
  }

  private init(_ row: Row, title: SafeHTML, letter: SafeHTML, isCurrent: Bool) {
    anchor = row.anchor
    address = row.address
    subtitle = row.subtitle
    picture = row.picture
    self.title = title
    self.letter = letter
    self.isCurrent = isCurrent
  }

  /// The row as it stands on a page: marked, chosen, and with its letter only after another one.
  func placed(after previous: Row?, title: SafeHTML? = nil, isCurrent: Bool) -> Row {
    let isFirst = previous?.letter != letter
    return Row(
      self, title: title ?? self.title, letter: isFirst ? letter : .empty, isCurrent: isCurrent)
  }
}

extension Row: Renderable {
  static let fields: [Field<Row>] = [
    .html("anchor") { $0.anchor },
    .html("address") { $0.address },
    .html("title") { $0.title },
    .html("subtitle") { $0.subtitle },
    .html("picture") { $0.picture },
    .html("letter") { $0.letter },
    .flag("isCurrent") { $0.isCurrent },
  ]
}
