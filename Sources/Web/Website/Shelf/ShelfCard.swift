import Glibc
import Templates

/// A show as it stands on the shelf.
struct ShelfCard: Sendable {
  private let name: String
  private let emblem: String
  /// Nil for a show that cannot be served.
  private let address: String?
  /// How many entries it has; empty for a show that searches elsewhere.
  private let count: String
  /// What is new: what came lately, else when the feed was asked last; why there is nothing.
  private let news: String
  private let isNew: Bool

  /// - Parameter emblem: for a show that has none to show.
  init(_ show: ShelvedShow, in language: Language, emblem: String) {
    guard let edition = show.site?.published.value else {
      (name, self.emblem, address) = (show.title, emblem, nil)
      (count, news, isNew) = ("", "\(language.text(.notServed)). \(language.text(.notServedReason))", false)
      return
    }
    let context = edition.context.inLanguage(language)
    name = context.show.name
    self.emblem = context.emblem.drawing
    address = context.addresses.list()
    let entries = context.catalog.entries.count
    count = edition.search == nil ? language.counted(entries, context.noun) : ""
    if let arrivals = edition.arrivals, arrivals.isNew(now: time(nil)),
      let date = Provenance.date(arrivals.moment, in: language)
    {
      (news, isNew) = (language.text(.arrived, count: arrivals.count, ["date": date]), true)
    } else {
      (news, isNew) = (Self.refreshed(edition, language), false)
    }
  }

  private static func refreshed(_ edition: Edition, _ language: Language) -> String {
    let provenance = edition.context.provenance
    guard edition.search == nil, case .feed(let moment) = provenance else { return "" }
    return provenance.sentence(isOld: edition.isOld, in: language)
      ?? Provenance.date(moment, in: language).map { language.text(.refreshed, ["date": $0]) } ?? ""
  }
}

extension ShelfCard: Renderable {
  static let fields: [Field<ShelfCard>] = [
    .text("cardName") { $0.name },
    .text("cardEmblem") { $0.emblem },
    .optionalText("cardAddress") { $0.address },
    .text("cardCount") { $0.count },
    .text("cardNews") { $0.news },
    .flag("hasNewEntries") { $0.isNew },
  ]
}
