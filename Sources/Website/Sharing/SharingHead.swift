import HTML
import Templating

/// What a page's head tells those who show a link to it: messengers, search engines, browsers.
struct SharingHead: Sendable {
  /// The page's own address, an entry's without the list around it; whole, as the others here are.
  let address: String
  let title: String
  /// Nil where the title says it.
  let siteName: String?
  /// One line of plain text; nil where there is nothing to say.
  let summary: String?
  /// What the entry is written in, as `og:locale` has it; nil where no country is known.
  let locale: String?
  /// A picture in pixels, which messengers need; nil where there is none.
  let picture: String?
  /// Nil for what is no single thing.
  let structuredData: SafeHTML?
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
