import Catalogs
import Templates
import Text

/// What a page's head says to programs that show a link to it: messengers, search engines, browsers.
struct SharingHead: Sendable {
  /// The page's own address, an entry's without the list around it; whole, as the others here are.
  let address: String
  let title: String
  /// Nil if the title says it.
  let siteName: String?
  /// One line of plain text; nil if there is nothing to say.
  let summary: String?
  /// What the entry is written in, as `og:locale` has it; nil if no country is known.
  let locale: String?
  /// A picture in pixels, which messengers need; nil if there is none.
  let picture: String?
  /// Nil for a list.
  let structuredData: SafeHTML?

  /// Characters of a preview that messengers show of a text.
  private static let summaryLimit = 200

  /// A list, as rows, however the visitor looks at it.
  init(_ list: ShownList, title: String, summary: String, in origin: Origin) {
    let context = list.context
    // The state as it was asked for: the section that is open by itself is not named.
    address = origin.text + context.addresses.list(list.asked.with(\.view, .list))
    self.title = title
    self.summary = summary
    picture = Self.emblem(context, origin)
    (siteName, locale, structuredData) = (nil, nil, nil)
  }

  /// An entry.
  init(_ detail: DetailPane, in origin: Origin) {
    let (entry, context) = (detail.entry, detail.list.context)
    let address = origin.text + context.addresses.entry(entry.id)
    let picture = entry.picture.map { _ in origin.text + context.addresses[.picture, entry.id] }
    let text = entry.text.isEmpty ? detail.map?.label ?? entry.subtitle : entry.text
    let summary = text.map { Wording.beginning(of: $0, limit: Self.summaryLimit) }
    self.address = address
    title = entry.title
    siteName = context.show.name
    self.summary = summary
    locale = context.show.language.flatMap(Self.openGraphLocale)
    // A placeholder is a drawing, which no messenger shows.
    self.picture = picture ?? Self.emblem(context, origin)
    structuredData =
      StructuredData(entry: entry, address: address, picture: picture, summary: summary).markup
  }

  private static func emblem(_ context: PageContext, _ origin: Origin) -> String? {
    context.emblem.address(of: .large).map { origin.text + $0 }
  }

  /// `de_AT`: Open Graph names a language together with a country. Nil for a tag without one.
  static func openGraphLocale(of tag: String) -> String? {
    let parts = tag.split(separator: "-")
    guard let language = parts.first, let country = parts.dropFirst().first(where: { $0.utf8.count == 2 })
    else { return nil }
    return "\(language.lowercased())_\(country.uppercased())"
  }
}

extension SharingHead: Renderable {
  static let fields: [Field<SharingHead>] = [
    .text("canonical") { $0.address },
    .text("sharedTitle") { $0.title },
    .optionalText("siteName") { $0.siteName },
    .optionalText("sharedSummary") { $0.summary },
    .optionalText("sharedLocale") { $0.locale },
    .optionalText("sharedPicture") { $0.picture },
    .flag("isEntry") { $0.structuredData != nil },
    .html("structuredData") { $0.structuredData ?? .empty },
  ]
}
