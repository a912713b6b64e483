import Configuration
import HTTPServer

/// Answers browsers that add the show as a search engine.
enum OpenSearchHandler {
  static func description(_ visit: Visit) -> Reply {
    let (context, name) = (visit.context, visit.context.show.name)
    let sentence =
      visit.edition.search == nil
      ? visit.language.text(.searchAmong, ["nouns": context.noun.many, "name": name])
      : visit.language.text(.searchWithSuggestions, ["name": name])
    let body = OpenSearchDescription.xml(
      context.show, visit.addresses, icon: context.emblem.drawing, description: sentence, in: visit.origin)
    return .page(.openSearch, body)
  }
}
