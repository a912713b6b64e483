import Catalogs
import Configuration

extension PageContext {
  var spoilers: Looks.Spoilers { preferences.spoilers ?? show.looks.spoilers }

  /// The catalog with everything that ``catalog`` may leave out.
  var whole: Catalog { catalog.covering(.none, []) }

  /// The facts of an entry that are covered.
  func coveredFacts(at position: Int) -> [NamedFact] {
    if spoilers == .shown { return [] }
    let open = Set(catalog.factFields)
    return whole.facts(at: position).filter { !open.contains($0.field) }
  }

  /// Whether something of an entry is covered.
  func isCovered(at position: Int) -> Bool {
    spoilers == .covered
      && (catalog.entries[position].text != whole.entries[position].text
        || !coveredFacts(at: position).isEmpty)
  }

  /// The context in a language of another site, or in English if this site lacks it.
  func inLanguage(_ language: Language, _ spoilers: Looks.Spoilers? = nil) -> PageContext {
    var preferences = Preferences(
      language: assets.languages.tags.firstIndex(of: language.tag) ?? Languages.english)
    preferences.spoilers = spoilers
    return with(preferences)
  }
}

extension Catalog {
  /// What a page shows of it.
  func with(_ spoilers: Looks.Spoilers, of show: Show) -> Catalog {
    spoilers == .shown
      ? covering(.none, []) : covering(show.spoilers.isAll ? .all : .rest, show.spoilers.labels)
  }
}
