import Catalogs
import Configuration

extension PageContext {
  var spoilers: Looks.Spoilers { preferences.spoilers ?? show.looks.spoilers }

  /// The catalog with everything that ``catalog`` may leave out.
  var whole: Catalog { catalog.covering(.none, []) }

  /// The facts of an entry that are covered, without those that name other entries.
  func coveredFacts(at position: Int) -> [NamedFact] {
    let open = catalog.factFields
    return spoilers == .shown ? [] : whole.unrelatedFacts(at: position).filter { !open.contains($0.field) }
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
  /// The part of it that pages show.
  func with(_ spoilers: Looks.Spoilers, of show: Show) -> Catalog {
    spoilers == .shown
      ? covering(.none, []) : covering(show.spoilers.isAll ? .all : .rest, show.spoilers.labels)
  }
}
