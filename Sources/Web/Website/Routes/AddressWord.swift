import Catalogs

/// A word of addresses that is no reserved name: shows whose facts have that name came first, so there it means the
/// fact. ``FactField/reservedNames`` has the older words, which no fact may have.
enum AddressWord: String, Sendable, CaseIterable {
  /// The content of the list's rows.
  case rows
  /// The section that was open when a search began.
  case tab
  /// Whether the list stands beside an entry.
  case pane
  /// The part of the map that is shown.
  case zoom

  /// Whether the word has its meaning in the addresses of a show.
  func isFree(in catalog: Catalog) -> Bool { !catalog.hasFact(named: rawValue) }
}

extension QueryReader {
  /// The value of a word that is free in the show; nil for a repeated one.
  subscript(word: AddressWord, in catalog: Catalog) -> String? {
    word.isFree(in: catalog) && isSingle(word.rawValue) ? self[word.rawValue] : nil
  }
}
