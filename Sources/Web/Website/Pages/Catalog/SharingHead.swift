import Catalogs
import JSON
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
  /// Nil for a list.
  let structuredData: SafeHTML?

  /// Characters of a text that messengers show.
  private static let summaryLimit = 200

  /// A list, in its view as rows.
  init(_ list: ShownList, title: String, summary: String, in origin: Origin) {
    let context = list.context
    // Without the section that opens by default.
    address = origin.text + context.addresses.list(list.requestedState.with(\.view, .list))
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
    // Messengers show no SVG, so no placeholder either.
    self.picture = picture ?? Self.emblem(context, origin)
    structuredData =
      StructuredData(entry: entry, address: address, picture: picture, summary: summary).markup
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

/// An entry in the vocabulary of schema.org, as JSON-LD.
///
/// An entry with a coordinate is a `Place`, one with facts of a film a `Movie`, any other a `Thing`.
struct StructuredData: Sendable {
  let entry: Entry
  /// Absolute addresses of the entry's page and of its picture.
  let address: String
  let picture: String?
  let summary: String?

  /// The text of the script; characters that could end the script are escaped.
  var markup: SafeHTML {
    var bytes: [UInt8] = []
    for byte in JSONWriter.object(write) {
      switch byte {
      case UInt8(ascii: "<"): bytes += "\\u003c".utf8
      case UInt8(ascii: ">"): bytes += "\\u003e".utf8
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      default: bytes.append(byte)
      }
    }
    return SafeHTML(trusted: bytes)
  }

  private var type: String {
    if entry.coordinate != nil { return "Place" }
    return entry.facts.isEmpty ? "Thing" : "Movie"
  }

  private func write(to writer: inout JSONWriter) {
    let members: [(String, String?)] = [
      ("@context", "https://schema.org"), ("@type", type), ("name", entry.title), ("url", address),
      ("description", summary), ("image", picture), ("sameAs", entry.link),
    ]
    for case (let name, let value?) in members { writer.member(name, value) }
    if let coordinate = entry.coordinate {
      writer.object("geo") { writer in
        writer.member("@type", "GeoCoordinates")
        writer.member("latitude", coordinate.latitude)
        writer.member("longitude", coordinate.longitude)
      }
    }
    for fact in entry.facts { write(fact, to: &writer) }
  }

  private func write(_ fact: Fact, to writer: inout JSONWriter) {
    switch fact {
    case .originalTitle(let title, _): writer.member("alternateName", title)
    case .released(let day): writer.member("datePublished", day.isoText)
    case .rating(let mean, let votes):
      writer.object("aggregateRating") { writer in
        writer.member("@type", "AggregateRating")
        writer.member("ratingValue", (mean * 10).rounded() / 10)
        writer.member("bestRating", 10)
        writer.member("worstRating", 0)
        writer.member("ratingCount", votes)
      }
    }
  }
}

extension Day {
  /// `2024-05-31` (ISO 8601).
  fileprivate var isoText: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
