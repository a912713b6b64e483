import Catalogs
import Configuration
import Pictures

/// What rows and pictures of one catalog need to know of the show.
struct PageLooks: Sendable {
  let rows: Looks.RowStyle
  let aspect: Aspect
  /// The copies that rows and tiles show.
  let tile: PictureScaling
  /// Whether entries have pictures, so that one without has a placeholder of the same size.
  let hasPictures: Bool
  let addresses: Addresses

  /// Entries that are looked at for pictures and texts: a catalog has them in most, or in none.
  private static let looks = 200

  init(_ looks: Looks, of entries: Entries, _ addresses: Addresses) {
    let sample = entries.prefix(Self.looks)
    hasPictures = sample.contains { $0.picture != nil }
    rows = looks.rows ?? (hasPictures || sample.contains { !$0.text.isEmpty } ? .summaries : .titles)
    aspect = looks.aspect
    tile = PictureScaling(.tile(width: aspect.width, height: aspect.height), .webp)
    self.addresses = addresses
  }
}
