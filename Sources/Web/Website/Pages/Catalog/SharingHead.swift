import Catalogs
import JSON
import System
import Templates
@_spi(TrustedMarkup) import Text

/// What messengers and search engines show of a page.
struct SharingHead: Renderable {
  /// Absolute address of the page; that of an entry without the list around it.
  private let address: String
  private let title: String
  /// Plain text in one line.
  private let summary: String?
  /// Address of a bitmap, which messengers need.
  private let picture: String?
  /// JSON-LD; nil for a list.
  private let structuredData: SafeHTML?

  /// Characters of a text that messengers show.
  private static let summaryLimit = 200

  init(_ list: ShownList, title: String, summary: String, in origin: Origin) {
    let context = list.context
    // Without the section that opens by default.
    address = origin.text + context.addresses.list(list.requestedState.content)
    (self.title, self.summary, structuredData) = (title, summary, nil)
    picture = context.shown.emblem.address(of: .large).map { origin.text + $0 }
  }

  init(_ detail: DetailPane, in origin: Origin) {
    let (entry, context) = (detail.entry, detail.list.context)
    let picture = entry.picture.map { _ in origin.text + context.addresses.picture(of: entry) }
    let text = entry.text.isEmpty ? detail.map?.label ?? entry.subtitle : entry.text
    let summary = text.map { Wording.beginning(of: $0, limit: Self.summaryLimit) }
    address = origin.text + context.addresses.entry(entry.id)
    (title, self.summary) = (entry.title, summary)
    // Messengers show no SVG, so no placeholder either.
    self.picture = picture ?? context.shown.emblem.address(of: .large).map { origin.text + $0 }
    let kind = entry.coordinate != nil ? "Place" : entry.facts.isEmpty ? "Thing" : "Movie"
    let texts: [(String, String?)] = [
      ("@context", "https://schema.org"), ("@type", context.show.thing ?? kind), ("name", entry.title),
      ("description", summary), ("image", picture),
    ]
    let data = JSONOutline.members(texts.compactMap { name, text in text.map { (name, .text($0)) } })
    structuredData = SafeHTML(trusted: data.bytes.flatMap(Self.escaped))
  }

  /// A byte of a script's text; characters that could end the script are escaped.
  private static func escaped(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "<"): Array("\\u003c".utf8)
    case UInt8(ascii: ">"): Array("\\u003e".utf8)
    case UInt8(ascii: "&"): Array("\\u0026".utf8)
    default: [byte]
    }
  }

  static let fields: [Field<Self>] = [
    .text("canonical") { $0.address },
    .text("sharedTitle") { $0.title },
    .optionalText("sharedSummary") { $0.summary },
    .optionalText("sharedPicture") { $0.picture },
    .flag("isEntry") { $0.structuredData != nil },
    .html("structuredData") { $0.structuredData ?? .empty },
  ]
}
