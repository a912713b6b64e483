import Catalogs

extension CatalogPages {
  /// Characters of a preview that messengers show of a text.
  private static let summaryLimit = 200

  /// What others are told of a list: as rows, whichever way the visitor looks at it.
  func sharing(_ state: ListState, title: String, summary: String, in origin: Origin) -> SharingHead {
    SharingHead(
      address: origin.text + addresses.list(state.with(\.view, .list)), title: title, siteName: nil,
      summary: summary, locale: nil, picture: emblem.address(of: .large).map { origin.text + $0 },
      structuredData: nil)
  }

  /// What others are told of an entry.
  func sharing(_ entry: Entry, _ detail: DetailPane, in origin: Origin) -> SharingHead {
    let address = origin.text + addresses.entryPath(entry.id)
    let picture = entry.picture.map { _ in origin.text + addresses.picture(entry.id) }
    let text = entry.text.isEmpty ? detail.map?.label ?? entry.subtitle : entry.text
    let summary = text.map { Wording.beginning(of: $0, limit: Self.summaryLimit) }
    // A placeholder is a drawing, which no messenger shows.
    let emblem = self.emblem.address(of: .large).map { origin.text + $0 }
    return SharingHead(
      address: address, title: entry.title, siteName: show.name, summary: summary,
      locale: show.language.flatMap(Self.openGraphLocale), picture: picture ?? emblem,
      structuredData: StructuredData(entry: entry, address: address, picture: picture, summary: summary)
        .markup)
  }

  /// `de_AT`: Open Graph names a language together with a country. Nil for a tag without one.
  static func openGraphLocale(of tag: String) -> String? {
    let parts = tag.split(separator: "-")
    guard let language = parts.first, let country = parts.dropFirst().first(where: { $0.utf8.count == 2 })
    else { return nil }
    return "\(language.lowercased())_\(country.uppercased())"
  }
}
