import Catalogs
import Configuration

extension PageContext {
  /// Whether texts that give the end away are covered.
  var isCovered: Bool { show.looks.spoilers == .covered }

  /// The catalog with everything that ``catalog`` may leave out.
  var whole: Catalog { catalog.covering(.none, []) }

  /// The facts of an entry that are covered, without those that name other entries.
  func coveredFacts(at position: Int) -> [NamedFact] {
    let open = catalog.factFields
    return !isCovered ? [] : whole.unrelatedFacts(at: position).filter { !open.contains($0.field) }
  }

  /// The context in a language of another site, or in English if this site lacks it.
  func inLanguage(_ language: Language) -> PageContext {
    inLanguage(assets.languages.tags.firstIndex(of: language.tag) ?? Languages.english)
  }
}

extension Catalog {
  /// The part of it that pages show.
  func shown(of show: Show) -> Catalog {
    show.looks.spoilers == .shown
      ? covering(.none, []) : covering(show.spoilers.isAll ? .all : .rest, show.spoilers.labels)
  }
}
