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
    tile = PictureScaling(.tile(width: aspect.width, height: aspect.height), .webp)
    self.addresses = addresses
  }

  /// The first words of an entry's text in its row, without the name, which is above it.
  func opening(of entry: Entry, limit: Int) -> String {
    let isLine = rows == .summaries
    let text = isLine && isEnglish ? Wording.predicate(of: entry.text, title: entry.title) : entry.text
    return Wording.beginning(
      of: Wording.continuation(of: text, after: entry.title, isLine: isLine), limit: limit)
  }
}
