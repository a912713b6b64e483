import Catalogs
import Configuration
import Pictures

/// The style of a catalog's rows and pictures.
struct PageLooks: Sendable {
  let rows: Looks.RowStyle
  let view: Looks.View
  let aspect: Aspect
  let tile: PictureScaling
  /// Whether entries have pictures, so that others need a placeholder of the same size.
  let hasPictures: Bool
  /// Whether summaries show a small picture or its placeholder: not where nothing but titles is known.
  let hasFaces: Bool
  /// Whether the texts of the entries are English.
  let isEnglish: Bool
  let addresses: Addresses
  private let openings: CommonOpenings

  /// Entries that are examined for pictures and texts: most entries of a catalog have them, or none.
  private static let sampleSize = 200

  init(_ looks: Looks, of entries: Entries, _ addresses: Addresses, isEnglish: Bool = false) {
    self.isEnglish = isEnglish
    let sample = entries.prefix(Self.sampleSize)
    let pictured = sample.count { $0.picture != nil }
    hasPictures = pictured > 0
    view = looks.view?.current ?? .list
    hasFaces = hasPictures || sample.contains { !$0.text.isEmpty }
    let wanted = looks.rows ?? .summaries
    rows = wanted == .stories && !hasFaces ? .summaries : wanted
    aspect = looks.aspect
    let step = max(1, entries.count / Self.sampleSize)
    openings = CommonOpenings(
      stride(from: 0, to: entries.count, by: step).map { entries[$0] }.map {
        Self.line(
          String($0.text.prefix(CommonOpenings.longest + Wording.predicateLimit)), of: $0.title, isEnglish)
      })
    tile = PictureScaling(.tile(width: aspect.width, height: aspect.height), .webp)
    self.addresses = addresses
  }

  /// The first words of an entry's text in its row: without the name, which is above it, and in one line without what
  /// many rows begin with.
  func opening(of entry: Entry, limit: Int) -> String {
    let text =
      rows == .summaries
      ? openings.leftOut(of: Self.line(entry.text, of: entry.title, isEnglish))
      : Wording.continuation(of: entry.text, after: entry.title, isLine: false)
    return Wording.beginning(of: text, limit: limit)
  }

  private static func line(_ text: String, of title: String, _ isEnglish: Bool) -> String {
    let text = isEnglish ? Wording.predicate(of: text, title: title) : text
    return Wording.continuation(of: text, after: title, isLine: true)
  }
}
