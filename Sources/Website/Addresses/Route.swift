/// What an address of ours stands for.
public enum Route: Sendable, Hashable {
  case list(ListState)
  case entry(id: String, ListState)
  case listJSON(ListState, size: Int)
  case entryJSON(id: String)
  case picture(id: String)
  case asset(name: String)
  /// The base path without its slash: belongs to the list.
  case home
}

/// Why an address stands for nothing.
public enum RouteFault: Error, Sendable, Hashable {
  case unknown
  /// An address for scripts whose query makes no sense; the sentence says why.
  case badQuery(String)
}
