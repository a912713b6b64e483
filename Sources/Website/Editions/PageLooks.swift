import Catalogs
import Configuration

/// What rows and pictures of one catalog need to know of the show.
struct PageLooks: Sendable {
  let rows: Looks.RowStyle
  let aspect: Aspect
  let addresses: Addresses

  /// Entries that are looked at for pictures and texts: a catalog has them in most, or in none.
  private static let looks = 200

  init(_ looks: Looks, of entries: Entries, _ addresses: Addresses) {
    rows =
      looks.rows
      ?? (entries.prefix(Self.looks).contains { $0.picture != nil || !$0.text.isEmpty }
        ? .summaries : .titles)
    aspect = looks.aspect
    self.addresses = addresses
  }
}
