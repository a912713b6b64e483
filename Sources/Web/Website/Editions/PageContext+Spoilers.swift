import Catalogs
import Configuration

extension SpoilerFacts {
  /// The catalog without what gives the end away, or with it.
  func catalog(_ catalog: Catalog, _ spoilers: Looks.Spoilers) -> Catalog {
    spoilers == .shown ? catalog.covering(.none, []) : catalog.covering(isAll ? .all : .rest, labels)
  }
}

extension PageContext {
  var spoilers: Looks.Spoilers { preferences.spoilers ?? show.looks.spoilers }

  /// The catalog with everything that ``catalog`` may leave out.
  var whole: Catalog { catalog.covering(.none, []) }

  /// The facts of an entry that are covered: those of its feed, and those that the show names.
  func coveredFacts(at position: Int) -> (own: [Fact], named: [NamedFact]) {
    if spoilers == .shown { return ([], []) }
    let open = Set(catalog.factFields)
    return (
      catalog.entries.covered == .all ? whole.entries[position].facts : [],
      whole.facts(at: position).filter { !open.contains($0.field) }
    )
  }

  /// Whether something of an entry is covered.
  func isCovered(at position: Int) -> Bool {
    let facts = coveredFacts(at: position)
    return !facts.own.isEmpty || !facts.named.isEmpty
      || catalog.entries[position].text != whole.entries[position].text
  }

  /// The context in a language of another site, or in English if this site lacks it.
  func inLanguage(_ language: Language, _ spoilers: Looks.Spoilers? = nil) -> PageContext {
    var preferences = Preferences(
      language: assets.languages.tags.firstIndex(of: language.tag) ?? Languages.english)
    preferences.spoilers = spoilers
    return with(preferences)
  }
}
