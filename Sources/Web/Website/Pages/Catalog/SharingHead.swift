import Catalogs
import JSON
import System
import Templates
@_spi(TrustedMarkup) import Text

/// Metadata in the head of a page, for messengers and search engines.
struct SharingHead: Renderable {
  /// Absolute address of the page; that of an entry without the list around it.
  let address: String
  let title: String
  /// Nil if the title is the show's name.
  let siteName: String?
  /// Plain text in one line.
  let summary: String?
  /// Language of the entry for `og:locale`; nil without a country.
  let locale: String?
  /// Address of a bitmap, which messengers need.
  let picture: String?
  let structuredData: SafeHTML?

  /// Characters of a text that messengers show.
  private static let summaryLimit = 200

  init(_ list: ShownList, title: String, summary: String, in origin: Origin) {
    let context = list.context
    // Without the section that opens by default.
    address = origin.text + context.addresses.list(list.requestedState.content)
    self.title = title
    self.summary = summary
    picture = Self.emblem(context, origin)
    (siteName, locale, structuredData) = (nil, nil, nil)
  }

  init(_ detail: DetailPane, in origin: Origin) {
    let (entry, context) = (detail.entry, detail.list.context)
    let address = origin.text + context.addresses.entry(entry.id)
    let picture = entry.picture.map { _ in origin.text + context.addresses.picture(of: entry) }
    let text = entry.text.isEmpty ? detail.map?.label ?? entry.subtitle : entry.text
    let summary = text.map { Wording.beginning(of: $0, limit: Self.summaryLimit) }
    self.address = address
    title = entry.title
    siteName = context.show.name
    self.summary = summary
    locale = context.show.language.flatMap(Self.openGraphLocale)
    // Messengers show no SVG, so no placeholder either.
    self.picture = picture ?? Self.emblem(context, origin)
    structuredData = Self.markup(
      Self.structuredData(
        of: entry, as: context.show.thing, at: address, picture: picture, summary: summary))
  }

  private static func emblem(_ context: PageContext, _ origin: Origin) -> String? {
    context.emblem.address(of: .large).map { origin.text + $0 }
  }

  /// Language and country in the form of Open Graph, such as `de_AT`; nil without a country.
  static func openGraphLocale(of tag: String) -> String? {
    let parts = tag.split(separator: "-")
    guard let language = parts.first, let country = parts.dropFirst().first(where: { $0.utf8.count == 2 })
    else { return nil }
    return "\(language.lowercased())_\(country.uppercased())"
  }

  /// An entry in the vocabulary of schema.org, as JSON-LD: the show's type, else a `Place` with a coordinate, a `Movie` with the facts of
  /// a film, else a `Thing`.
  private static func structuredData(
    of entry: Entry, as type: String?, at address: String, picture: String?, summary: String?
  ) -> JSONOutline {
    let type = type ?? (entry.coordinate != nil ? "Place" : entry.facts.isEmpty ? "Thing" : "Movie")
    let texts: [(String, String?)] = [
      ("@context", "https://schema.org"), ("@type", type), ("name", entry.title), ("url", address),
      ("description", summary), ("image", picture), ("sameAs", entry.link),
    ]
    var data = texts.compactMap { name, text in text.map { (key: name, value: JSONOutline.text($0)) } }
    if let coordinate = entry.coordinate {
      let geo: JSONOutline = [
        "@type": "GeoCoordinates", "latitude": .number(coordinate.latitude),
        "longitude": .number(coordinate.longitude),
      ]
      data.append(("geo", geo))
    }
    for fact in entry.facts {
      switch fact {
      case .originalTitle(let title, _): data.append(("alternateName", .text(title)))
      case .released(let day): data.append(("datePublished", .text(day.isoText)))
      case .rating(let mean, let votes):
        let rating: JSONOutline = [
          "@type": "AggregateRating", "ratingValue": .number((mean * 10).rounded() / 10), "bestRating": 10,
          "worstRating": 0, "ratingCount": .number(votes),
        ]
        data.append(("aggregateRating", rating))
      }
    }
    return .members(data)
  }

  /// The text of a script; characters that could end the script are escaped.
  private static func markup(_ data: JSONOutline) -> SafeHTML {
    var bytes: [UInt8] = []
    for byte in data.bytes {
      switch byte {
      case UInt8(ascii: "<"): bytes += "\\u003c".utf8
      case UInt8(ascii: ">"): bytes += "\\u003e".utf8
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      default: bytes.append(byte)
      }
    }
    return SafeHTML(trusted: bytes)
  }

  static let fields: [Field<Self>] = [
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

extension Day {
  /// `2024-05-31` (ISO 8601).
  fileprivate var isoText: String { "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))" }
}
