/// Which question a search answers.
public enum SearchMatch: String, Sendable, CaseIterable {
  /// Titles that begin with the typed text, a space at its end included.
  case prefix
  /// Things that hold each typed word somewhere in title or description.
  case contains
}
