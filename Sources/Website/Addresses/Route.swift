/// What an address of ours stands for.
public enum Route: Sendable, Hashable {
  case list(ListState)
  /// The list's results alone, as markup for the script.
  case results(ListState)
  case entry(id: String, ListState)
  case listJSON(ListState, size: Int)
  case entryJSON(id: String)
  /// Suggestions for what the state holds as text, with the results beside them for the script.
  case suggestions(ListState, withResults: Bool)
  case openSearch
  case manifest
  case serviceWorker
  /// The page that browsers keep for when this server is out of reach.
  case offline
  /// The way here for another device.
  case connect
  case picture(id: String)
  case map(id: String)
  case asset(name: String)
  /// The visitor's favorites, to keep and to carry elsewhere.
  case favorites
  case favoritesJSON
  /// Favorites of another device, by their ids as ``HandOver`` writes them.
  case handOver(ids: String)
  /// The base path without its slash: belongs to the list.
  case home
}

/// Why an address stands for nothing.
public enum RouteFault: Error, Sendable, Hashable {
  case unknown
  /// Something is changed there, and nothing shown.
  case postOnly
  /// An address for scripts whose query makes no sense; the sentence says why.
  case badQuery(String)
}
